import type { AnyTRPCRouter } from '@trpc/server';
import { metaOf, proceduresOf } from '../http/procedures.js';
import type { Operation } from '../rest/operation.js';
import { answeringMethod, type OperationTable } from '../rest/operation-table.js';

/** What is under the Auth limiter (docs/reference.md, section 8): the operations whose meta says `limiter: 'auth'`. */
export interface AuthOperations {
  /** Whether an auth operation answers this request over REST. Never throws. */
  includesRequest(method: string, path: string): boolean;
  /** Whether a procedure, called natively, is an auth operation. */
  includesProcedure(name: string): boolean;
}

/** Asks the table that dispatches REST requests, and the router that dispatches native calls. */
export function authOperations(appRouter: AnyTRPCRouter, table: OperationTable): AuthOperations {
  const procedures = Object.entries(proceduresOf(appRouter))
    .filter(([, procedure]) => metaOf(procedure)?.rest?.limiter === 'auth')
    .map(([name]) => name);
  const names = new Set(procedures);
  const below = table.operations.filter(isAuth).flatMap(pathsBelow);
  return {
    includesRequest: (method, path) => {
      const found = table.match(method, path);
      if (found !== undefined) return isAuth(found.operation);
      return below.some((paths) => paths.method === answeringMethod(method) && paths.pattern.test(path));
    },
    includesProcedure: (name) => names.has(name),
  };
}

function isAuth({ meta }: Operation): boolean {
  return meta.rest.limiter === 'auth';
}

/**
 * The reference limits `GET /api/auth/callback/*`, for any number of segments, and one operation answers the paths of one
 * segment. So where the last segment of an auth operation is a parameter, every path in its place is limited.
 */
function pathsBelow({ method, template }: Operation): { method: string; pattern: RegExp }[] {
  const [, parent] = /^(.*\/)\{\w+\}$/.exec(template.text) ?? [];
  if (parent === undefined) return [];
  const pattern = parent.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+');
  return [{ method, pattern: new RegExp(`^${pattern}`, 'i') }];
}
