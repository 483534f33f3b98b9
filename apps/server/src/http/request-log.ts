import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { requestIdOf } from './request-id.js';
import { pathOf } from './request-target.js';

declare module 'node:http' {
  interface IncomingMessage {
    /** Sent with the answer as `X-Request-Id`. */
    id: string;
    log: Logger;
  }
}

/**
 * Gives each request an id and logs one line when its answer is sent or its connection closes. Headers, the query string
 * and the authority of an absolute form are not logged: they carry tokens, tickets, native inputs and passwords.
 */
export function requestLog(log: Logger): (req: IncomingMessage, res: ServerResponse) => void {
  return (req, res) => {
    const startedAt = performance.now();
    req.id = requestIdOf(req);
    req.log = log;
    res.on('close', () => {
      const path = pathOf(req);
      if (path === '/health') return;
      const line = {
        requestId: req.id,
        req: { method: req.method, path },
        res: { statusCode: res.statusCode },
        responseTime: Math.round(performance.now() - startedAt),
      };
      const message = res.writableFinished ? 'request completed' : 'request aborted';
      if (res.statusCode === 503 || res.statusCode === 507) log.warn(line, message);
      else if (res.statusCode >= 500) log.error(line, message);
      else log.info(line, message);
    });
  };
}
