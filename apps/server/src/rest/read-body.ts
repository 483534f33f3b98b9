import { AppError } from '@palaver/core';
import type { Request, RequestHandler } from 'express';
import { hasBody, isJson, readJsonText, refuseDeepJson } from '../http/json-text.js';

/**
 * Puts the JSON object of a POST, PUT or PATCH into `req.body`; no body is an empty object. Answers 415 for any
 * other media type, 413 above 64 KiB, 400 for what is no JSON, no object or too deep.
 */
export function readJsonObject(): RequestHandler {
  const readText = readJsonText();
  return (req, res, next) => {
    if (hasBody(req) && !isJson(req)) return next(new AppError('UNSUPPORTED_MEDIA_TYPE'));
    readText(req, res, (cause?: unknown) => {
      if (cause !== undefined) return next(cause);
      try {
        req.body = parseObject(req.body);
      } catch (error) {
        return next(error);
      }
      acceptForLibrary(req);
      next();
    });
  };
}

function parseObject(body: unknown): object {
  if (typeof body !== 'string' || body === '') return {};
  refuseDeepJson(body);
  const value = parseJson(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('MALFORMED_BODY', { message: 'The request body must be a JSON object.' });
  }
  return value;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new AppError('MALFORMED_BODY', { cause });
  }
}

/** trpc-to-openapi knows this spelling only, and wants it also where there is no body. */
function acceptForLibrary(req: Request): void {
  req.headers['content-type'] = 'application/json';
}
