import type { Scope } from '@palaver/core';
import type { TestService } from '../src/testing/test-service.js';

/** An operation of a signed-in caller. */
export interface Documented {
  readonly method: string;
  readonly path: string;
  readonly scope: Scope | null;
}
/** Every operation of a signed-in caller, as the OpenAPI document has it, with ids of nothing in its path. */
export function documented({ document }: TestService): Documented[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      if (typeof operation !== 'object' || !('x-scope' in operation)) return [];
      const scope: Scope | null = operation['x-scope'];
      return [{ method: method.toUpperCase(), path: path.replace(/\{\w+\}/g, 'nothing'), scope }];
    }),
  );
}
