import type { RequestListener } from 'node:http';
import type { Context, RequestInfo } from '@palaver/core';
import express, { type Request, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { OperationTable } from '../rest/operation-table.js';
import { restFace } from '../rest/rest-face.js';
import { type NativeFaceOptions, nativeFace } from '../trpc/native-face.js';
import { corsFor } from './cors.js';
import { handleError, notFound } from './error-handler.js';
import { requestInfoOf } from './request-info.js';
import { requestLog } from './request-log.js';
import { isReadable, normalizeTarget } from './request-target.js';
import { securityHeaders } from './security-headers.js';

/** What the app is made of; whoever starts the process provides it. */
export interface AppDeps {
  readonly appRouter: NativeFaceOptions['appRouter'];
  /** The REST face's operations: `createOperationTable(collectOperations(appRouter, extras))`. */
  readonly table: OperationTable;
  readonly createContext: (request: RequestInfo) => Context | Promise<Context>;
  /** Stands before body parsing and authentication, and after CORS, whose headers a 429 needs. */
  readonly rateLimit: RequestHandler;
  readonly corsOrigins: readonly string[];
  readonly log: Logger;
  /** The most bytes a native procedure takes as a file, by procedure. */
  readonly nativeUploads?: Readonly<Record<string, number>>;
}

/** The whole HTTP service, for `http.createServer`. The order of the lines is the order of its gates. */
export function createApp(deps: AppDeps): RequestListener {
  const { appRouter, table, corsOrigins, log, rateLimit, nativeUploads = {} } = deps;
  const createContext = (req: Request) => deps.createContext(requestInfoOf(req));

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(requestLog(log));
  app.use(securityHeaders());
  app.use(normalizeTarget);
  app.use(tellMethods(table));
  app.use(corsFor(corsOrigins));
  app.use(rateLimit);
  app.use(neverStored);
  app.use(restFace({ table, createContext }));
  app.use('/trpc', nativeFace({ appRouter, createContext, uploads: nativeUploads }));
  app.use(notFound);
  app.use(handleError);
  return (req, res) => {
    // Express runs nothing at all, not even an error handler, for a target it cannot parse.
    if (!isReadable(req.url)) req.url = '*';
    app(req, res);
  };
}

/** Answers are for the caller alone and true only now; what may be kept says so itself (RFC 9111, 5.2.2.5). */
const neverStored: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};

/** OPTIONS carries `Allow` also where CORS answers it. */
function tellMethods(table: OperationTable): RequestHandler {
  return (req, res, next) => {
    const allow = req.method === 'OPTIONS' ? table.methodsOf(req.path) : [];
    if (allow.length > 0) res.set('Allow', allow.join(', '));
    next();
  };
}
