import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { requestIdOf } from './request-id.js';

declare module 'node:http' {
  interface IncomingMessage {
    /** The request's id, which its answer carries as `X-Request-Id`. */
    id: string;
    log: Logger;
  }
}

/**
 * Names each request and logs one line when its answer has gone, or when its client has. Neither headers nor the query
 * string are logged: tokens, tickets and native inputs travel in them.
 */
export function requestLog(log: Logger): (req: IncomingMessage, res: ServerResponse) => void {
  return (req, res) => {
    const startedAt = performance.now();
    req.id = requestIdOf(req);
    req.log = log;
    res.on('close', () => {
      const path = loggedPath(req.url ?? '');
      if (path === '/health') return;
      const line = {
        requestId: req.id,
        req: { method: req.method, path },
        res: { statusCode: res.statusCode },
        responseTime: Math.round(performance.now() - startedAt),
      };
      const words = res.writableFinished ? 'request completed' : 'request aborted';
      if (res.statusCode >= 500) log.error(line, words);
      else log.info(line, words);
    });
  };
}

/** Without the query, and without the authority of an absolute form, which may hold a password. */
function loggedPath(target: string): string {
  const path = target.startsWith('/') ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  const end = path.search(/[?#]/);
  return end === -1 ? path : path.slice(0, end);
}
