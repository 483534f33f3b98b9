import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a proxy may call a request: short, and safe in a log line. */
const SANE = /^[\w.:-]{8,64}$/;

/** The request's id: the one a proxy in front gave it, or a new one. It goes out as `X-Request-Id`. */
export function assignRequestId(req: IncomingMessage, res: ServerResponse): string {
  const given = req.headers['x-request-id'];
  const id = typeof given === 'string' && SANE.test(given) ? given : randomUUID();
  res.setHeader('X-Request-Id', id);
  return id;
}
