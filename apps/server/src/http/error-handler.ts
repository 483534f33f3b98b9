import { AppError } from '@palaver/core';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { logServerError } from './error-log.js';
import { sendError, toTrpcError } from './errors.js';

/** The end of the line for a request that nobody took. */
export const notFound: RequestHandler = () => {
  throw new AppError('ROUTE_NOT_FOUND');
};

/** Answers every error that reaches Express. Express knows it as an error handler by its four parameters. */
export const handleError: ErrorRequestHandler = (cause, req, res, next) => {
  const error = toTrpcError(cause);
  logServerError(req, error);
  // Half an answer is on its way: Express's own handler cuts the connection, so that nobody takes it for whole.
  if (res.headersSent) return next(cause);
  sendError(res, error);
};
