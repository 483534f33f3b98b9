import type { Operation } from './operation.js';

/** Finds the operation that answers a request, by trpc-to-openapi's rules of dispatch. */
export interface OperationTable {
  readonly operations: readonly Operation[];
  /** The operation, with its path parameters as they stand in the path. HEAD is answered by GET's. */
  match(
    method: string,
    path: string,
  ): { operation: Operation; parameters: Record<string, string> } | undefined;
  /** The methods of a path for `Allow` (RFC 9110, 10.2.1); empty for a path that leads nowhere. */
  methodsOf(path: string): string[];
  /** The name of the procedure or extra operation that would answer; never throws. */
  resolveOperation(method: string, path: string): string | undefined;
}

/** Indexes the operations, which come literals first, as `collectOperations` gives them. */
export function createOperationTable(operations: readonly Operation[]): OperationTable {
  const byMethod = new Map<string, Operation[]>();
  for (const operation of operations) {
    byMethod.set(operation.method, [...(byMethod.get(operation.method) ?? []), operation]);
  }

  const match: OperationTable['match'] = (method, rawPath) => {
    const path = normalized(rawPath);
    const candidates = byMethod.get(method === 'HEAD' ? 'GET' : method) ?? [];
    for (const operation of candidates) {
      const found = operation.template.pattern.exec(path);
      if (found) return { operation, parameters: { ...found.groups } };
    }
    return undefined;
  };

  return {
    operations,
    match,
    methodsOf: (path) => {
      const methods = [...byMethod.keys()].filter((method) => match(method, path) !== undefined);
      if (methods.length === 0) return [];
      return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
    },
    resolveOperation: (method, path) => match(method, path)?.operation.name,
  };
}

/** As trpc-to-openapi does: one slash at the end does not count. */
function normalized(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
