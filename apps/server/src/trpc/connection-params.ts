import type { Actor, Context } from '@palaver/core';
import { parametersCredential, verifyCredential } from '../http/credentials.js';

/**
 * The context of a call that signs in by connection parameters: `{token}`, or `{ticket}` from `POST /api/ws/ticket`. A
 * browser's EventSource sends no headers, so tRPC's client puts these into the query string; a ticket is good for one use,
 * so one that is read in a log later is worthless.
 */
export function signedInBy(ctx: Context, params: Readonly<Record<string, unknown>> | null): Context {
  const credential = parametersCredential(params);
  if (credential === null) return ctx;
  // A ticket can be redeemed once only.
  let actor: Promise<Actor | null> | undefined;
  const authenticate = () => {
    actor ??= verifyCredential(ctx.services, credential, null);
    return actor;
  };
  return { ...ctx, request: { ...ctx.request, authenticate } };
}
