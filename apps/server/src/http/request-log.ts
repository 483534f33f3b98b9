import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { assignRequestId } from './request-id.js';

/**
 * One line a request, and `req.log` with the request's id. Neither headers nor the query string are logged: tokens,
 * tickets and native inputs travel in them.
 */
export function requestLog(logger: Logger) {
  return pinoHttp<IncomingMessage, ServerResponse>({
    logger,
    genReqId: assignRequestId,
    quietReqLogger: true,
    customAttributeKeys: { reqId: 'requestId' },
    serializers: {
      req: ({ method, url }: { method: string; url: string }) => ({
        method,
        path: pathOf(url),
      }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    },
    // The cause is logged where it is known; here pino-http could only make up an error of its own.
    customErrorObject: (_req, res, _error, { responseTime }) => ({ res, responseTime }),
    customLogLevel: (_req, res, error) => (error || res.statusCode >= 500 ? 'error' : 'info'),
    autoLogging: { ignore: (req) => req.url === '/health' },
  });
}

/** Without the query, and without the authority of an absolute form, which may hold a password. */
function pathOf(target: string): string {
  return target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
}
