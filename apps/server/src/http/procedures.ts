import type { Meta } from '@palaver/core';
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';

/** A router's procedures by dotted name (`messages.send`). */
export function proceduresOf(router: AnyTRPCRouter): Readonly<Record<string, AnyTRPCProcedure>> {
  // `procedures` is the router's flat index; its type is that of the nested record.
  return router._def.procedures as Record<string, AnyTRPCProcedure>;
}

/** The meta of a procedure, as `rest()` wrote it. */
export function metaOf(procedure: AnyTRPCProcedure | undefined): Meta | undefined {
  // tRPC types `meta` on the builder only; the core's builder takes no other meta than this.
  return procedure?._def.meta as Meta | undefined;
}
