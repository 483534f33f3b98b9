import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { LineLimit } from './line-limit.js';
import { loggedPaths } from './logged-path.js';
import type { RequestClient } from './request-client.js';
import { requestIdOf } from './request-id.js';
import { pathOf } from './request-target.js';

type Level = 'info' | 'warn' | 'error';

declare module 'node:http' {
  interface IncomingMessage {
    /** Sent with the answer as `X-Request-Id`. */
    id: string;
    /** The name of the operation of the REST API that answers it, once it is known. */
    operation?: string | undefined;
    /** Logs a line about the request, with its id and its client. */
    log(level: Level, fields: object, message: string): void;
  }
}

/** Lines a second that one address may cause. */
const LINES_PER_ADDRESS = 20;
/** Lines a second about errors of the service itself. They are not counted by address: no client causes them alone. */
const ERROR_LINES = 200;
/** Paths that a load balancer or Prometheus asks all the time; they are not logged. */
const PROBES = new Set(['/health', '/ready', '/metrics']);
const COUNTED = 'Lines were counted, not written';

export interface RequestLogOptions {
  readonly log: Logger;
  /** The paths of all operations, such as `/api/invites/{code}`. */
  readonly templates: readonly string[];
  readonly clientOf: (req: IncomingMessage) => RequestClient;
  /** Called for every request when its answer is sent or its connection closes; `ms` is how long it took. */
  readonly onEnd?: ((req: IncomingMessage, res: ServerResponse, ms: number) => void) | undefined;
}

/** The log of all requests of a service. */
export interface RequestLog {
  /** Gives a request, or the upgrade to a WebSocket, its id and its `log`. */
  identify(req: IncomingMessage): void;
  /**
   * Gives a request its id, and logs one line when its answer is sent or its connection closes. Headers, the query string
   * and the authority of an absolute form are not logged: they carry tokens, tickets, native inputs and passwords.
   */
  begin(req: IncomingMessage, res: ServerResponse): void;
  /** Logs the counts of the lines that were not written. */
  close(): void;
}

/**
 * Logs requests and their errors. Of the lines that one address causes in a second, 20 are written and the others counted,
 * with one line that has the count. Errors of the service itself have a limit of their own, so that no client's requests
 * hide them.
 */
export function createRequestLog({ log, templates, clientOf, onEnd }: RequestLogOptions): RequestLog {
  const pathForLog = loggedPaths(templates);
  const byAddress = new LineLimit({
    max: LINES_PER_ADDRESS,
    onCounted: (client, lines) => log.warn({ client: client ?? 'further addresses', lines }, COUNTED),
  });
  const errors = new LineLimit({
    max: ERROR_LINES,
    onCounted: (_, lines) => log.error({ lines }, COUNTED),
  });
  const isWritten = (level: Level, address: string) =>
    level === 'error' ? errors.take('') : byAddress.take(address);

  /** It holds nothing of the request: that of a socket stays as long as the socket. */
  const logOf =
    (requestId: string, client: string): IncomingMessage['log'] =>
    (level, fields, message) => {
      if (isWritten(level, client)) log[level]({ requestId, client, ...fields }, message);
    };

  const identify = (req: IncomingMessage) => {
    const client = clientOf(req);
    const requestId = requestIdOf(req, client.isProxied);
    req.id = requestId;
    req.log = logOf(requestId, client.address);
    return client;
  };

  return {
    identify,
    begin: (req, res) => {
      const startedAt = performance.now();
      const client = identify(req);
      res.on('close', () => {
        const ms = performance.now() - startedAt;
        onEnd?.(req, res, ms);
        const level = levelOf(res.statusCode);
        if (PROBES.has(pathOf(req)) || !isWritten(level, client.address)) return;
        const line = {
          requestId: req.id,
          client: client.address,
          req: { method: req.method, path: pathForLog(req) },
          res: { statusCode: res.statusCode },
          responseTime: Math.round(ms),
        };
        log[level](line, res.writableFinished ? 'request completed' : 'request aborted');
      });
    },
    close: () => {
      byAddress.endSecond();
      errors.endSecond();
    },
  };
}

/** What passes by itself, a busy service or a full disk, is a warning. */
function levelOf(statusCode: number): Level {
  if (statusCode === 503 || statusCode === 507) return 'warn';
  return statusCode >= 500 ? 'error' : 'info';
}
