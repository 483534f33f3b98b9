import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The ids that are taken over from a proxy: short, and safe in a log line. */
const ACCEPTED = /^[\w.:-]{8,64}$/;

/** The request's id: the one that a proxy gave it, or a new one. */
export function requestIdOf(req: IncomingMessage): string {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID();
}
