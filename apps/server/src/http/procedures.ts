import type { Context, Meta } from '@palaver/core';
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

/** One call of a procedure. */
export interface ProcedureCall {
  readonly path: string;
  readonly ctx: Context;
  /** Called by middlewares as well as by the validation of the input. */
  readonly getRawInput: () => Promise<unknown>;
  /** The index of the call in a native batch. */
  readonly batchIndex?: number;
}

/** Calls a procedure with its middlewares and validation, as tRPC's own handlers do. Throws what it throws. */
export function callProcedure(procedure: AnyTRPCProcedure, call: ProcedureCall): Promise<unknown> {
  const { path, ctx, getRawInput, batchIndex = 0 } = call;
  return procedure({ path, ctx, getRawInput, batchIndex, type: procedure._def.type, signal: undefined });
}
