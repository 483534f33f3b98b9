import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The ids that are taken over from a proxy: short, and safe in a log line. */
const ACCEPTED = /^[\w.:-]{8,64}$/;

/**
 * The request's id: the one that a trusted proxy gave it, or a new one. Anybody else could give many requests one id, or the
 * id of another client's request, and so confuse who reads the log.
 */
export function requestIdOf({ headers }: IncomingMessage, isProxied: boolean): string {
  const given = headers['x-request-id'];
  return isProxied && typeof given === 'string' && ACCEPTED.test(given) ? given : ownId();
}

/** Node joins an id of twenty strings, which all stay with it, 600 bytes, until something needs it as one. */
function ownId(): string {
  return randomUUID().toLowerCase();
}
