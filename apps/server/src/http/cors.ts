import cors from 'cors';
import type { Middleware } from './middleware.js';

const EXPOSED = [
  'Allow',
  'Content-Disposition',
  'Idempotent-Replayed',
  'Retry-After',
  'Stream-Seq',
  'X-Request-Id',
];
const ALLOWED = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'Last-Event-ID',
  'Range',
  'X-Request-Id',
];
const PREFLIGHT_SECONDS = 600;

/**
 * CORS for the origins that the operator lists (`*` for any), never with credentials, because cookies do not authenticate.
 * A preflight of such an origin is answered here; every other request goes on.
 */
export function corsFor(origins: readonly string[]): Middleware {
  const any = origins.includes('*');
  const allow = cors({
    origin: (origin, answer) => answer(null, origin !== undefined && (any || origins.includes(origin))),
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [...ALLOWED, 'trpc-accept'],
    exposedHeaders: EXPOSED,
    credentials: false,
    maxAge: PREFLIGHT_SECONDS,
  });
  return (req, res, next) => {
    if (origins.length === 0) return next();
    res.setHeader('Vary', 'Origin');
    allow(req, res, next);
  };
}
