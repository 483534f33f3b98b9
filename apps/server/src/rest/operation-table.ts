import type { Operation } from './operation.js';
import { createPathIndex } from './path-index.js';

/** An operation that answers a request, and its path parameters as they stand in the path. */
export interface Match {
  readonly operation: Operation;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Finds the operation that answers a request, by trpc-to-openapi's rules of dispatch. */
export interface OperationTable {
  readonly operations: readonly Operation[];
  /** HEAD is answered by GET's operation. */
  match(method: string, path: string): Match | undefined;
  /** The methods of a path for `Allow` (RFC 9110, 10.2.1); empty for a path that leads nowhere. */
  methodsOf(path: string): string[];
  /** The name of the procedure or extra operation that would answer; never throws. */
  resolveOperation(method: string, path: string): string | undefined;
}

/** Indexes the operations by path. */
export function createOperationTable(operations: readonly Operation[]): OperationTable {
  const find = createPathIndex(operations);
  const methods = new Set(operations.map(({ method }) => method));
  // The limiter and the face ask for the same request one after the other.
  let last: { method: string; path: string; found: Match | undefined } | undefined;

  const match: OperationTable['match'] = (method, path) => {
    if (last?.path !== path || last.method !== method) {
      last = { method, path, found: find(method === 'HEAD' ? 'GET' : method, path) };
    }
    return last.found;
  };

  return {
    operations,
    match,
    methodsOf: (path) => {
      const known = [...methods].filter((method) => match(method, path) !== undefined);
      if (known.length === 0) return [];
      return [...known, ...(known.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
    },
    resolveOperation: (method, path) => match(method, path)?.operation.name,
  };
}
