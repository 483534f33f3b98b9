import type { IncomingMessage } from 'node:http';
import type { Context } from '@palaver/core';
import type { AnyTRPCRouter, TRPCError } from '@trpc/server';
import { errorHeaders } from '../http/errors.js';
import type { AnswerHeaders } from '../http/send-json.js';

/**
 * The most calls of a batch: as many as the Global bucket of docs/reference.md, section 8 has tokens, whatever burst the
 * operator has set.
 */
export const BATCH_LIMIT = 60;

export interface NativeApiOptions {
  readonly appRouter: AnyTRPCRouter;
  readonly createContext: (req: IncomingMessage) => Context;
  /** The procedures that take a file (FormData or a stream of octets), and the most bytes of the request. */
  readonly uploads: Readonly<Record<string, number>>;
  /** The most bytes of a JSON body. */
  readonly bodyLimit: number;
}

/** The headers of a native answer. Those that a procedure set are left out of a batch, where they could be of any call. */
export function nativeHeaders(
  ctx: Context | undefined,
  calls: number,
  error: TRPCError | undefined,
): AnswerHeaders {
  return [
    // tRPC replaces the Vary of CORS.
    ['Vary', 'Origin, trpc-accept, accept'],
    ...(calls > 1 ? [] : (ctx?.request.replyHeaders ?? [])),
    ...(error ? Object.entries(errorHeaders(error)) : []),
  ];
}
