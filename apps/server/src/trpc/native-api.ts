import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AnyTRPCRouter } from '@trpc/server';
import { type NodeHTTPHandlerOptions, nodeHTTPRequestHandler } from '@trpc/server/adapters/node-http';
import type { TRPCRequestInfo } from '@trpc/server/http';
import { logServerError } from '../http/error-log.js';
import { methodNotAllowed, sendError, toTrpcError } from '../http/errors.js';
import { hasBody, isJson } from '../http/json-text.js';
import { setStandardHeaders } from '../http/standard-headers.js';
import { signedInBy } from './connection-params.js';
import { BATCH_LIMIT, type NativeApiOptions, nativeHeaders } from './native-answer.js';
import { malformedJson, readNativeJson } from './native-json.js';
import { answerPlainCalls, plainCalls } from './plain-calls.js';

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST'];

/** The native API at `/trpc`: bare values, and tRPC's own error shape. */
export function nativeApi(options: NativeApiOptions) {
  const answer = libraryHandler(options, options.bodyLimit);
  // The procedure limits the file itself; a form adds its own parts to the request.
  const files = new Map(
    Object.entries(options.uploads).map(([name, limit]) => [
      name,
      libraryHandler(options, limit + options.bodyLimit),
    ]),
  );

  return (req: IncomingMessage, res: ServerResponse, path: string): void => {
    if (req.method === 'OPTIONS' || !METHODS.includes(req.method ?? '')) {
      res.setHeader('Allow', METHODS.join(', '));
      // tRPC would throw on TRACE. Its clients send none of these methods, so the answer need not have its shape.
      if (req.method !== 'OPTIONS') throw methodNotAllowed(METHODS);
      return void res.writeHead(204).end();
    }
    const upload = hasBody(req) && !isJson(req) ? files.get(path) : undefined;
    if (upload !== undefined) return void upload(req, res, path, undefined, undefined);
    answerJson(req, res, path).catch((cause) => {
      logServerError(req, toTrpcError(cause), path);
      sendError(res, cause);
    });
  };

  async function answerJson(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
    const { json, error } = await readNativeJson(req, options.bodyLimit);
    const calls = error === undefined ? plainCalls(options.appRouter, req, path, json) : null;
    if (calls === null) return answer(req, res, path, json, error ?? malformedJson(req, json));
    await answerPlainCalls(options, req, res, calls);
  }
}

type LibraryHandler = (
  req: IncomingMessage & { body?: unknown },
  res: ServerResponse,
  path: string,
  /** The text of the body, if it has been read. */
  body: string | undefined,
  /** If given, it is the answer, in the shape that native clients read. */
  error: unknown,
) => Promise<void>;

/** tRPC's own handler, with all it offers: streams, uploads, server-sent events. */
function libraryHandler({ appRouter, createContext }: NativeApiOptions, maxBodySize: number): LibraryHandler {
  const options = {
    router: appRouter,
    createContext: async ({ req, info }: { req: IncomingMessage; info: TRPCRequestInfo }) =>
      signedInBy(createContext(req), info.connectionParams),
    maxBodySize,
    maxBatchSize: BATCH_LIMIT,
    responseMeta: ({ ctx, paths = [], errors: [error] }) => ({
      headers: {
        ...Object.fromEntries(nativeHeaders(ctx, paths.length, error)),
        // tRPC sends some of its JSON errors as text/plain.
        ...(error ? { 'Content-Type': 'application/json' } : {}),
      },
    }),
    onError: ({ error, path, req }) => logServerError(req, error, path),
  } satisfies NodeHTTPHandlerOptions<AnyTRPCRouter, IncomingMessage, ServerResponse>;

  return (req, res, path, body, error) => {
    setStandardHeaders(res);
    if (body !== undefined) req.body = body;
    return nodeHTTPRequestHandler({
      ...options,
      req,
      res,
      path,
      middleware: (_req, _res, next) => next(error),
    });
  };
}
