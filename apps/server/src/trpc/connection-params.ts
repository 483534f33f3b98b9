import type { Actor, Context } from '@palaver/core';
import { parametersCredential, verifyCredential } from '../http/credentials.js';

/**
 * A browser's EventSource sends no headers, so tRPC's client puts what it would say there into the query string:
 * `{token}`, or `{ticket}` (from `POST /api/ws/ticket`), which is worth nothing to whoever reads it in a log later.
 */
export function signedInBy(ctx: Context, params: Readonly<Record<string, unknown>> | null): Context {
  const credential = parametersCredential(params);
  if (credential === null) return ctx;
  // A ticket can be redeemed once only.
  let actor: Promise<Actor | null> | undefined;
  return {
    ...ctx,
    authenticate: () => {
      actor ??= verifyCredential(ctx, credential);
      return actor;
    },
  };
}
