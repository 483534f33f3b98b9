import { type Actor, type Context, redeemTicket } from '@palaver/core';

type ConnectionParams = Readonly<Record<string, unknown>> | null;

/**
 * A browser's EventSource sends no headers, so tRPC's client puts what it would say there into the query string:
 * `{token}`, or `{ticket}` (from `POST /api/ws/ticket`), which is worth nothing to whoever reads it in a log later.
 */
export function signedInBy(ctx: Context, params: ConnectionParams): Context {
  const { token, ticket } = params ?? {};
  if (typeof token === 'string') return withActor(ctx, () => ctx.findActor(token));
  if (typeof ticket === 'string') return withActor(ctx, () => redeemTicket(ctx, ticket));
  return ctx;
}

/** A ticket can be redeemed once, so who holds it is asked once. */
function withActor(ctx: Context, find: () => Promise<Actor | null>): Context {
  let actor: Promise<Actor | null> | undefined;
  return {
    ...ctx,
    authenticate: () => {
      actor ??= find();
      return actor;
    },
  };
}
