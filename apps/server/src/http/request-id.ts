import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What a proxy may call a request: short, and safe in a log line. */
const SANE = /^[\w.:-]{8,64}$/;

/** The request's id: the one a proxy in front gave it, or a new one. */
export function requestIdOf(req: IncomingMessage): string {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && SANE.test(given) ? given : randomUUID();
}
