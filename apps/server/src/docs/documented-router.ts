import { type AnyTRPCProcedure, initTRPC } from '@trpc/server';
import type { ProcedureOperation } from '../rest/operation.js';
import { describedSchemas } from './described-schemas.js';

const t = initTRPC.meta<Record<string, unknown>>().create();

/** The router that trpc-to-openapi makes the document of: each operation with its schemas as the REST face has them. */
export function documentedRouter(operations: readonly ProcedureOperation[]) {
  return t.router(Object.fromEntries(operations.map((operation) => [operation.name, documented(operation)])));
}

function documented(operation: ProcedureOperation): AnyTRPCProcedure {
  const { procedure, meta } = operation;
  const { inputs, output, openapi } = describedSchemas(operation);
  const _def = { ...procedure._def, inputs, output, meta: { ...meta, openapi } };
  // A procedure is a function with its definition; the copy is of the same kind as the procedure it was made of.
  return Object.assign(async () => undefined, { _def, meta: _def.meta }) as unknown as AnyTRPCProcedure;
}
