import type { Operation } from './operation.js';
import { createPathIndex, type Match } from './path-index.js';

/** Finds the operation that answers a request. The dispatcher and the rate limiter ask the same table. */
export interface OperationTable {
  readonly operations: readonly Operation[];
  /** Never throws. */
  match(method: string, path: string): Match | undefined;
  /** The methods of a path for `Allow` (RFC 9110, 10.2.1); empty for an unknown path. */
  methodsOf(path: string): string[];
}

/** HEAD is GET without the content (RFC 9110, 9.3.2), so GET's operation answers it. */
export function answeringMethod(method: string): string {
  return method === 'HEAD' ? 'GET' : method;
}

/** Indexes the operations by path. */
export function createOperationTable(operations: readonly Operation[]): OperationTable {
  const find = createPathIndex(operations);
  const methods = new Set(operations.map(({ method }) => method));
  // The rate limiter and the dispatcher ask about the same request, one after the other.
  let last: { method: string; path: string; found: Match | undefined } | undefined;

  const match: OperationTable['match'] = (method, path) => {
    if (last?.path !== path || last.method !== method) {
      last = { method, path, found: find(answeringMethod(method), path) };
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
  };
}
