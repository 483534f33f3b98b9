import type { IncomingMessage } from 'node:http';
import type { Context } from '@palaver/core';
import type { AnyTRPCRouter, TRPCError } from '@trpc/server';
import { errorHeaders } from '../http/errors.js';
import type { AnswerHeaders } from '../http/send-json.js';

/** As many calls as the reference's global bucket has tokens: a larger batch could never pass (section 8). */
export const BATCH_LIMIT = 60;

export interface NativeApiOptions {
  readonly appRouter: AnyTRPCRouter;
  readonly createContext: (req: IncomingMessage) => Context;
  /** The procedures that take a file (FormData or a stream of octets), and the most bytes of the request. */
  readonly uploads: Readonly<Record<string, number>>;
}

/** What the headers say is of one call's answer; of several together nobody could tell whose they are. */
export function nativeHeaders(
  ctx: Context | undefined,
  calls: number,
  error: TRPCError | undefined,
): AnswerHeaders {
  return [
    // tRPC sets its own Vary over the one of CORS.
    ['Vary', 'Origin, trpc-accept, accept'],
    ...(calls > 1 ? [] : (ctx?.replyHeaders ?? [])),
    ...(error ? Object.entries(errorHeaders(error)) : []),
  ];
}
