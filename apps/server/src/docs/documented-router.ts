import { type AnyTRPCProcedure, initTRPC } from '@trpc/server';
import type { ProcedureOperation } from '../rest/operation.js';
import { describedSchemas } from './described-schemas.js';

const t = initTRPC.meta<Record<string, unknown>>().create();

/** The router that trpc-to-openapi makes the document from: each operation with its schemas as the REST API has them. */
export function documentedRouter(operations: readonly ProcedureOperation[]) {
  return t.router(Object.fromEntries(operations.map((operation) => [operation.name, documented(operation)])));
}

function documented(operation: ProcedureOperation): AnyTRPCProcedure {
  const { procedure, meta } = operation;
  const { inputs, output, openapi } = describedSchemas(operation);
  const _def = { ...procedure._def, inputs, output, meta: { ...meta, openapi } };
  return Object.assign(async () => undefined, procedure, { _def, meta: _def.meta });
}
