import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { NativeCall } from '../http/native-call.js';
import { sendJson } from '../http/send-json.js';
import { answerUpgrade } from '../http/socket-answer.js';
import { RATE_LIMITS } from './limits.js';

const STATUS = 429;
const MESSAGE = 'rate limit exceeded';

/** Fixed at one second whatever the bucket's state, and no other header shows that state (docs/reference.md, section 7). */
const RETRY = [['Retry-After', '1']] as const;

/** The list of errors of a longer batch would be many times the size of the request. */
const LONGEST_LISTED_BATCH = RATE_LIMITS.global.burst;

/** Answers with the 429 of docs/reference.md, section 7; native calls get it in the shape that tRPC's clients read. */
export function reject(req: IncomingMessage, res: ServerResponse, native?: NativeCall): void {
  sendJson(res, STATUS, RETRY, rejectionBody(req, native));
}

/** The same on the bare socket of an HTTP upgrade, which it closes. */
export function rejectUpgrade(req: IncomingMessage, socket: Duplex, native?: NativeCall): void {
  answerUpgrade(socket, STATUS, RETRY, rejectionBody(req, native));
}

function rejectionBody(req: IncomingMessage, native: NativeCall | undefined): string {
  if (native === undefined) return JSON.stringify({ error: MESSAGE });
  const { procedures, isBatch } = native;
  const listed = isBatch && procedures.length <= LONGEST_LISTED_BATCH && !wantsStream(req);
  return JSON.stringify(listed ? procedures.map(envelope) : envelope(procedures[0]));
}

/** tRPC's default error shape. A bare `{error: "…"}` makes its clients throw "Unable to transform response". */
function envelope(path: string): object {
  return {
    error: {
      message: MESSAGE,
      code: TRPC_ERROR_CODES_BY_KEY.TOO_MANY_REQUESTS,
      data: { code: 'TOO_MANY_REQUESTS', httpStatus: STATUS, path },
    },
  };
}

/** `httpBatchStreamLink` reads an error that is no stream as one object for the whole batch, never as a list. */
function wantsStream({ headers }: IncomingMessage): boolean {
  const accepted = headers['trpc-accept'] ?? headers.accept ?? '';
  return accepted.includes('application/jsonl');
}
