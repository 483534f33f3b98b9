import { AppError, type Context } from '@palaver/core';
import type { TRPCError } from '@trpc/server';
import type { Request, RequestHandler } from 'express';
import { createOpenApiExpressMiddleware } from 'trpc-to-openapi';
import { logServerError } from '../http/error-log.js';
import { errorHeaders, statusOf } from '../http/errors.js';
import type { Operation, ProcedureOperation } from './operation.js';
import type { OperationTable } from './operation-table.js';
import { decodeParameter } from './path-template.js';
import { readJsonObject } from './read-body.js';
import { createTwin } from './twin.js';

export interface RestFaceOptions {
  readonly table: OperationTable;
  readonly createContext: (req: Request) => Context | Promise<Context>;
}

/**
 * The REST face: finds the operation of a request, answers HEAD as GET without the body, OPTIONS with 204 and a wrong
 * method with 405, both with `Allow` (RFC 9110, 9.3.7 and 15.5.6), and passes on what is no path of ours.
 */
export function restFace(options: RestFaceOptions): RequestHandler {
  const { table } = options;
  const answer = procedureHandler(options);
  return (req, res, next) => {
    const found = table.match(req.method, req.path);
    if (found?.operation.kind === 'procedure') return answer(req, res, next);
    if (found?.operation.kind === 'express') {
      req.params = decodedParameters(found.parameters);
      return found.operation.handler(req, res, next);
    }
    const allow = table.methodsOf(req.path);
    if (allow.length === 0) return next();
    res.set('Allow', allow.join(', '));
    if (req.method !== 'OPTIONS') throw new AppError('METHOD_NOT_ALLOWED');
    res.status(204).end();
  };
}

function procedureHandler({ table, createContext }: RestFaceOptions): RequestHandler {
  const procedures = table.operations.filter(isProcedure);
  const statuses = new Map(procedures.map(({ name, meta }) => [name, meta.rest.status]));
  const readBody = readJsonObject();
  const call = createOpenApiExpressMiddleware({
    router: createTwin(procedures),
    createContext: ({ req }: { req: Request }) => createContext(req),
    responseMeta: ({ ctx, errors: [error], paths }) => ({
      status: error ? statusOf(error) : (statuses.get(paths?.[0] ?? '') ?? 200),
      headers: { ...Object.fromEntries(ctx?.replyHeaders ?? []), ...(error ? errorHeaders(error) : {}) },
    }),
    onError: ({ error, path, req }: { error: TRPCError; path?: string | undefined; req: Request }) =>
      logServerError(req, error, path),
  });

  return (req, res, next) => {
    // Read by the library as the method of the operation; Node leaves out the body of a HEAD by itself.
    if (req.method === 'HEAD') req.method = 'GET';
    if (req.method === 'GET' || req.method === 'DELETE') {
      offerQuery(req);
      return call(req, res);
    }
    readBody(req, res, (cause?: unknown) => {
      if (cause === undefined) call(req, res).catch(next);
      else next(cause);
    });
  };
}

/**
 * Every value as a list, since the library drops values that are empty and Express's own parser reads `a[b]` as it
 * likes. The body of a DELETE means nothing (RFC 9110, 9.3.5); an empty one keeps the library from buffering it.
 */
function offerQuery(req: Request): void {
  const start = req.url.indexOf('?');
  const query = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(start === -1 ? '' : req.url.slice(start))) {
    const values = query.get(name);
    if (values) values.push(value);
    else query.set(name, [value]);
  }
  // Express has an accessor here; the library reads the property.
  Object.defineProperty(req, 'query', { value: Object.fromEntries(query) });
  req.body = {};
}

function decodedParameters(parameters: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, decodeParameter(value)]),
  );
}

function isProcedure(operation: Operation): operation is ProcedureOperation {
  return operation.kind === 'procedure';
}
