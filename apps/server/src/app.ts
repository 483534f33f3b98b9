import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Context, RequestInfo } from '@palaver/core';
import { AppError } from '@palaver/core';
import type { AnyTRPCRouter } from '@trpc/server';
import { expressOperations } from './express-operations.js';
import { corsFor } from './http/cors.js';
import { logServerError } from './http/error-log.js';
import { methodNotAllowed, sendError, toTrpcError } from './http/errors.js';
import { BODY_LIMIT } from './http/json-text.js';
import type { Middleware } from './http/middleware.js';
import { nativePath } from './http/native-path.js';
import { requestInfoOf } from './http/request-info.js';
import type { RequestLog } from './http/request-log.js';
import { normalizeTarget, pathOf } from './http/request-target.js';
import { setDocumentHeaders, setStandardHeaders } from './http/standard-headers.js';
import type { OperationTable } from './rest/operation-table.js';
import { restApi } from './rest/rest-api.js';
import { nativeApi } from './trpc/native-api.js';

/** What the app is made from. */
export interface AppDeps {
  readonly appRouter: AnyTRPCRouter;
  /** The operations of the REST API: `createOperationTable(collectOperations(appRouter, extras))`. */
  readonly table: OperationTable;
  readonly createContext: (request: RequestInfo) => Context;
  /** Runs after CORS, whose headers a 429 needs, and before body parsing and authentication. */
  readonly rateLimit: Middleware;
  readonly corsOrigins: readonly string[];
  readonly requestLog: RequestLog;
  /** The most bytes of a file, by native procedure that takes one. */
  readonly nativeUploads?: Readonly<Record<string, number>>;
  /**
   * Serves the web client at `/`, without a limit of requests: a page has many files, and an office may have one address.
   * Without it, `/` leads to the documents.
   */
  readonly webClient?: Middleware | null;
  /** The most bytes of a JSON body; 64 KiB by default. */
  readonly bodyLimit?: number;
}

/**
 * The whole HTTP service, for `http.createServer`. The lines are in the order of its steps. Procedures are answered
 * without Express, which costs more than everything else in a request (docs/lab/performance.md).
 */
export function createApp(deps: AppDeps): RequestListener {
  const { corsOrigins, requestLog, rateLimit, webClient } = deps;
  const cors = corsFor(corsOrigins);
  const setAllow = allowHeader(deps.table);
  const dispatch = dispatcher(deps);
  return (req, res) => {
    requestLog.begin(req, res);
    answering(req, res, () => {
      normalizeTarget(req);
      // The limiter may go on in a later turn of the event loop, where what is thrown would not come here.
      const pass = () => answering(req, res, () => dispatch(req, res));
      const limited = () => rateLimit(req, res, pass);
      const afterCors = webClient ? () => webClient(req, res, limited) : limited;
      setAllow(req, res, () => cors(req, res, afterCors));
    });
  };
}

/** Runs a step, and answers with the error that it throws. */
function answering(req: IncomingMessage, res: ServerResponse, step: () => void): void {
  try {
    step();
  } catch (cause) {
    const error = toTrpcError(cause);
    logServerError(req, error);
    sendError(res, error);
  }
}

/** Sets `Allow` on every answer to OPTIONS, also where CORS answers. */
function allowHeader(table: OperationTable): Middleware {
  return (req, res, next) => {
    if (req.method === 'OPTIONS') {
      setStandardHeaders(res);
      const allow = table.methodsOf(pathOf(req));
      if (allow.length > 0) res.setHeader('Allow', allow.join(', '));
    }
    next();
  };
}

/**
 * Passes a request to an operation of the REST API or to the native API. HEAD is GET without the body; OPTIONS is 204 and a
 * wrong method 405, both with `Allow` (RFC 9110, 9.3.7 and 15.5.6).
 */
function dispatcher(deps: AppDeps): RequestListener {
  const { appRouter, table, createContext, nativeUploads = {}, bodyLimit = BODY_LIMIT } = deps;
  const contextOf = (req: IncomingMessage) => createContext(requestInfoOf(req));
  const answerProcedure = restApi({ table, createContext: contextOf, bodyLimit });
  const answerNatively = nativeApi({
    appRouter,
    createContext: contextOf,
    uploads: nativeUploads,
    bodyLimit,
  });
  const answerInExpress = expressOperations(table);
  return (req, res) => {
    const path = pathOf(req);
    if (path === '/' && (req.method === 'GET' || req.method === 'HEAD')) return redirectToDocs(res);
    const native = nativePath(path);
    if (native !== undefined) return answerNatively(req, res, native);
    const found = table.match(req.method ?? '', path);
    req.operation = found?.operation.name;
    if (found?.operation.kind === 'procedure') {
      return void answerProcedure(req, res, found.operation, found.parameters);
    }
    if (found !== undefined) {
      setStandardHeaders(res);
      setDocumentHeaders(res);
      return answerInExpress(req, res);
    }
    const allowed = table.methodsOf(path);
    if (allowed.length > 0) {
      res.setHeader('Allow', allowed.join(', '));
      if (req.method !== 'OPTIONS') throw methodNotAllowed(allowed);
      return void res.writeHead(204).end();
    }
    throw new AppError('ROUTE_NOT_FOUND');
  };
}

/** There is no web client. A relative address stays right behind a proxy that adds a prefix. */
function redirectToDocs(res: ServerResponse): void {
  setStandardHeaders(res);
  res.writeHead(302, { Location: 'api/docs' }).end();
}
