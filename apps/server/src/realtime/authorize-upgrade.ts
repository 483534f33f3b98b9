import type { IncomingMessage } from 'node:http';
import { type Actor, AppError } from '@palaver/core';
import { requestCredential, verifyCredential } from '../http/credentials.js';
import { actingFor } from '../http/request-info.js';
import { queryOf } from '../http/request-target.js';
import type { Realtime } from './options.js';
import { type Endpoint, originAllowed } from './upgrade-request.js';

/**
 * The actor that an upgrade signs in; null if the client will sign in by its first message. Throws `ORIGIN_NOT_ALLOWED`,
 * `UNAUTHENTICATED` for an invalid credential, `BOTS_ONLY` for a person at the bot gateway, and `TOO_MANY_SOCKETS`.
 */
export async function authorizeUpgrade(
  { services, hub, allowedOrigins, schemeOf }: Realtime,
  req: IncomingMessage,
  endpoint: Endpoint,
): Promise<Actor | null> {
  const own = [services.settings.publicUrl, `${schemeOf(req)}://${req.headers.host ?? ''}`];
  if (!originAllowed(req.headers.origin, [...allowedOrigins, ...own])) {
    throw new AppError('ORIGIN_NOT_ALLOWED');
  }
  const query = new URLSearchParams(queryOf(req));
  const credential = requestCredential(req.headers.authorization, query);
  if (credential === null) {
    // tRPC's client says so when its first message will be its connection parameters.
    if (endpoint === 'native' && query.get('connectionParams') !== '1') throw new AppError('UNAUTHENTICATED');
    return null;
  }
  const actor = await verifyCredential(services, credential, actingFor(req.headers));
  if (actor === null) throw new AppError('UNAUTHENTICATED');
  if (endpoint === 'bots' && !actor.isBot) throw new AppError('BOTS_ONLY');
  hub.openSockets.requireRoomFor(actor.userId);
  return actor;
}
