import type { RequestListener } from 'node:http';
import { GivenId } from '@palaver/core';
import express, { type ErrorRequestHandler } from 'express';
import { logServerError } from './http/error-log.js';
import { sendError, toTrpcError } from './http/errors.js';
import type { OperationTable } from './rest/operation-table.js';
import { decodeParameter } from './rest/path-template.js';

/** Answers the operations that are Express handlers: files and the pages about the service. */
export function expressOperations(table: OperationTable): RequestListener {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((req, res, next) => {
    const found = table.match(req.method, req.path);
    if (found?.operation.kind !== 'express') return next();
    req.params = decodedParameters(found.parameters);
    return found.operation.handler(req, res, next);
  });
  app.use(handleError);
  return app;
}

function decodedParameters(parameters: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, text]) => {
      const value = decodeParameter(text);
      return [name, name.endsWith('ID') ? GivenId.parse(value) : value];
    }),
  );
}

/** Express calls it for errors because it has four parameters. */
const handleError: ErrorRequestHandler = (cause, req, res, _next) => {
  const error = toTrpcError(cause);
  logServerError(req, error);
  sendError(res, error);
};
