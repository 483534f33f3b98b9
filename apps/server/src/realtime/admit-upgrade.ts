import type { IncomingMessage } from 'node:http';
import { type Actor, AppError, redeemTicket } from '@palaver/core';
import type { Realtime } from './options.js';
import { credentialsOf, type Door, originAllowed, sendsParameters } from './upgrade-request.js';

/**
 * Who opens a socket; null when that is yet to come over it. Throws `ORIGIN_NOT_ALLOWED`, `UNAUTHENTICATED` for a
 * bad token, and `BOTS_ONLY` for a person at the bots' door.
 */
export async function admitUpgrade(
  realtime: Realtime,
  req: IncomingMessage,
  door: Door,
): Promise<Actor | null> {
  const { services, allowedOrigins } = realtime;
  if (!originAllowed(req.headers.origin, allowedOrigins, services.settings.publicUrl)) {
    throw new AppError('ORIGIN_NOT_ALLOWED');
  }
  const { token, ticket } = credentialsOf(req);
  if (token === null && ticket === null) {
    if (door === 'native' && !sendsParameters(req)) throw new AppError('UNAUTHENTICATED');
    return null;
  }
  const actor =
    ticket === null ? await services.findActor(token ?? '') : await redeemTicket(services, ticket);
  if (actor === null) throw new AppError('UNAUTHENTICATED');
  if (door === 'bots' && !actor.isBot) throw new AppError('BOTS_ONLY');
  return actor;
}
