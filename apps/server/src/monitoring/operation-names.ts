import type { IncomingMessage } from 'node:http';
import type { AnyTRPCRouter } from '@trpc/server';
import { nativeCall } from '../http/native-call.js';
import { proceduresOf } from '../http/procedures.js';
import { pathOf } from '../http/request-target.js';
import type { OperationTable } from '../rest/operation-table.js';

/** The name of every request that no operation answers: unknown paths, wrong methods, unknown procedures. */
const UNMATCHED = 'unmatched';
/** The name of preflights and other requests for the methods of a path. */
export const OPTIONS = 'options';

/** A native batch of more calls is refused as a whole. */
const CALLS_MAX = 60;

/**
 * Makes the function that names the operations that a request calls: one, or those of a native batch. A name comes from the
 * table of operations or from the router, never from the request.
 */
export function operationNames(
  table: OperationTable,
  appRouter: AnyTRPCRouter,
): (req: IncomingMessage) => readonly string[] {
  const unmatched = [UNMATCHED];
  const options = [OPTIONS];
  const operations = new Map(table.operations.map(({ name }) => [name, [name]]));
  const procedures = new Map(Object.keys(proceduresOf(appRouter)).map((name) => [name, [name]]));
  return (req) => {
    if (req.method === 'OPTIONS') return options;
    if (req.operation !== undefined) return operations.get(req.operation) ?? unmatched;
    const call = nativeCall(req);
    if (call === undefined) {
      // It was answered before it was passed to its operation, as by the rate limiter.
      const found = table.match(req.method ?? '', pathOf(req));
      return (found && operations.get(found.operation.name)) ?? unmatched;
    }
    const [first] = call.procedures;
    if (call.procedures.length === 1) return procedures.get(first) ?? unmatched;
    if (call.procedures.length > CALLS_MAX) return unmatched;
    return call.procedures.flatMap((name) => procedures.get(name) ?? unmatched);
  };
}
