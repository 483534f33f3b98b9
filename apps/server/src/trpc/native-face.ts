import { AppError, type Context } from '@palaver/core';
import type { AnyTRPCRouter, TRPCError } from '@trpc/server';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import type { TRPCRequestInfo } from '@trpc/server/http';
import type { Request, RequestHandler, Response } from 'express';
import { logServerError } from '../http/error-log.js';
import { errorHeaders } from '../http/errors.js';
import { BODY_LIMIT, DEPTH_LIMIT, hasBody, isJson, readJsonText, refuseDeepJson } from '../http/json-text.js';
import { signedInBy } from './connection-params.js';

/** As many calls as the reference's global bucket has tokens: a larger batch could never pass (section 8). */
const BATCH_LIMIT = 60;

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST'];

export interface NativeFaceOptions {
  readonly appRouter: AnyTRPCRouter;
  readonly createContext: (req: Request) => Context | Promise<Context>;
  /** The procedures that take a file (FormData or a stream of octets), and the most bytes of the request. */
  readonly uploads: Readonly<Record<string, number>>;
}

/** The native face at `/trpc`: bare values, and tRPC's own error shape. */
export function nativeFace(options: NativeFaceOptions): RequestHandler {
  const json = handlerOf(options, BODY_LIMIT, checkJson());
  // The procedure itself counts the file; the request may be larger by what stands around it in a form.
  const files = new Map(
    Object.entries(options.uploads).map(([name, limit]) => [name, handlerOf(options, limit + BODY_LIMIT)]),
  );

  return (req, res, next) => {
    if (req.method === 'OPTIONS' || !METHODS.includes(req.method)) {
      res.set('Allow', METHODS.join(', '));
      // tRPC would throw on TRACE. No client of tRPC sends any of these, so the answer need not be in its shape.
      if (req.method !== 'OPTIONS') throw new AppError('METHOD_NOT_ALLOWED');
      return void res.status(204).end();
    }
    const upload = hasBody(req) && !isJson(req) ? files.get(req.path.slice(1)) : undefined;
    return (upload ?? json)(req, res, next);
  };
}

type Check = (req: Request, res: Response, next: (cause?: unknown) => void) => void;

function handlerOf(options: NativeFaceOptions, maxBodySize: number, check?: Check): RequestHandler {
  return createExpressMiddleware({
    router: options.appRouter,
    createContext: async ({ req, info }: { req: Request; info: TRPCRequestInfo }) =>
      signedInBy(await options.createContext(req), info.connectionParams),
    // An error from here is answered in tRPC's shape, which is what native clients can read.
    ...(check ? { middleware: check } : {}),
    maxBodySize,
    maxBatchSize: BATCH_LIMIT,
    responseMeta: ({ ctx, paths = [], errors: [error] }) => ({
      // tRPC sets its own Vary over the one of CORS.
      headers: { Vary: 'Origin, trpc-accept, accept', ...headersOf(ctx, paths.length, error) },
    }),
    onError: ({ error, path, req }) => logServerError(req, error, path),
  });
}

/** What the headers say is of one call's answer; of several together nobody could tell whose they are. */
function headersOf(
  ctx: Context | undefined,
  calls: number,
  error: TRPCError | undefined,
): Record<string, string> {
  const reply = calls > 1 ? {} : Object.fromEntries(ctx?.replyHeaders ?? []);
  // tRPC sends some of its JSON errors as text/plain.
  return error ? { ...reply, ...errorHeaders(error), 'Content-Type': 'application/json' } : reply;
}

/** Reads the JSON of a call, in its body or in `?input=`, and refuses what is too large, too deep or no JSON at all. */
function checkJson(): Check {
  const readText = readJsonText();
  return (req, res, next) => {
    if (hasBody(req) && !isJson(req)) return next(new AppError('UNSUPPORTED_MEDIA_TYPE'));
    readText(req, res, (cause?: unknown) => next(cause ?? depthError(jsonOf(req))));
  };
}

function jsonOf(req: Request): string {
  if (typeof req.body === 'string') return req.body;
  return new URL(req.url, 'http://localhost').searchParams.get('input') ?? '';
}

function depthError(json: string): unknown {
  try {
    // The envelope of a batch is one level more.
    refuseDeepJson(json, DEPTH_LIMIT + 1);
    return undefined;
  } catch (error) {
    return error;
  }
}
