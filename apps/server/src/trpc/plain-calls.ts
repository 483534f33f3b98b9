import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '@palaver/core';
import {
  type AnyTRPCProcedure,
  type AnyTRPCRouter,
  getTRPCErrorFromUnknown,
  getTRPCErrorShape,
  type TRPCError,
} from '@trpc/server';
import { getHTTPStatusCode } from '@trpc/server/http';
import type { TRPCResponse } from '@trpc/server/rpc';
import { logServerError } from '../http/error-log.js';
import { isJson, isJsonObject } from '../http/json-text.js';
import { callProcedure, proceduresOf } from '../http/procedures.js';
import { queryOf } from '../http/request-target.js';
import { sendJson } from '../http/send-json.js';
import { BATCH_LIMIT, type NativeApiOptions, nativeHeaders } from './native-answer.js';

/** Queries or mutations that can be called without tRPC's adapter. */
export interface PlainCalls {
  readonly isBatch: boolean;
  readonly calls: ReadonlyArray<{
    readonly path: string;
    readonly procedure: AnyTRPCProcedure;
    readonly input: unknown;
  }>;
}

const PLAIN_PATH = /^[\w.]+(?:,[\w.]+)*$/;
const TYPE_OF_METHOD: Readonly<Record<string, string>> = { GET: 'query', POST: 'mutation' };

/**
 * The calls of an ordinary native request: one call or a batch, all existing queries or all existing mutations, with valid
 * JSON. Null for any other request, which tRPC's adapter then handles from the start. The fast path gives the same answers
 * at a third of the cost (docs/lab/performance.md); plain-calls.test.ts compares the two.
 */
export function plainCalls(
  router: AnyTRPCRouter,
  req: IncomingMessage,
  path: string,
  body: string | undefined,
): PlainCalls | null {
  const { method = '', headers } = req;
  const query = queryOf(req);
  const parameters = query === '' || query === 'batch=1' ? null : new URLSearchParams(query);
  const isBatch = query === 'batch=1' || parameters?.get('batch') === '1';
  const streams = headers['trpc-accept'] !== undefined || headers.accept?.includes('jsonl') === true;
  const typed = method === 'GET' ? headers['content-type'] === undefined : isJson(req);
  if (streams || !typed || !PLAIN_PATH.test(path) || parameters?.has('connectionParams')) return null;

  const paths = isBatch ? path.split(',') : [path];
  const procedures = paths.map((name) => procedureOf(router, name));
  const callable = procedures.every((it) => it?._def.type === TYPE_OF_METHOD[method]);
  const inputs = parsed(method === 'GET' ? parameters?.get('input') : body);
  if (!callable || paths.length > BATCH_LIMIT || inputs === null) return null;
  if (isBatch && inputs.value !== undefined && !isJsonObject(inputs.value)) return null;

  const calls = paths.flatMap((name, index) => {
    const procedure = procedures[index];
    const input = isBatch ? (isJsonObject(inputs.value) ? inputs.value[index] : undefined) : inputs.value;
    return procedure === undefined ? [] : [{ path: name, procedure, input }];
  });
  return { isBatch, calls };
}

/**
 * Makes all calls at the same time, and answers as tRPC does over HTTP. In a batch the positions of an answer stand beside its data, as
 * `streamSeq`: its calls read at different times, so one header for all would be wrong (docs/state.md, The header).
 */
export async function answerPlainCalls(
  { appRouter, createContext }: NativeApiOptions,
  req: IncomingMessage,
  res: ServerResponse,
  { isBatch, calls }: PlainCalls,
): Promise<void> {
  const config = appRouter._def._config;
  const ctx = createContext(req);
  const errors: (TRPCError | undefined)[] = [];
  const answers = await Promise.all(
    calls.map(async ({ path, procedure, input }, batchIndex): Promise<TRPCResponse> => {
      const { type } = procedure._def;
      const own = calls.length > 1 ? withOwnHeaders(ctx) : ctx;
      try {
        const getRawInput = async () => input;
        const data = await callProcedure(procedure, { path, ctx: own, getRawInput, batchIndex });
        const streamSeq = isBatch ? own.request.replyHeaders.get('Stream-Seq') : undefined;
        return { result: streamSeq === undefined ? { data } : Object.assign({ data }, { streamSeq }) };
      } catch (cause) {
        const error = getTRPCErrorFromUnknown(cause);
        logServerError(req, error, path);
        errors[batchIndex] = error;
        return { error: getTRPCErrorShape({ config, error, type, path, input, ctx }) };
      }
    }),
  );
  const [only] = answers;
  const answer = isBatch || only === undefined ? answers : only;
  const headers = nativeHeaders(ctx, calls.length, errors.find(Boolean));
  sendJson(res, getHTTPStatusCode(answer, errors), headers, JSON.stringify(answer));
}

/** The calls of a batch share all else of the request, such as the look-up of its token. */
function withOwnHeaders(ctx: Context): Context {
  return { ...ctx, request: { ...ctx.request, replyHeaders: new Map() } };
}

function procedureOf(router: AnyTRPCRouter, path: string): AnyTRPCProcedure | undefined {
  const procedures = proceduresOf(router);
  return Object.hasOwn(procedures, path) ? procedures[path] : undefined;
}

/** The value of a JSON text, undefined without one; null for a text that is no JSON. */
function parsed(json: string | null | undefined): { readonly value: unknown } | null {
  if (!json) return { value: undefined };
  try {
    return { value: JSON.parse(json) };
  } catch {
    return null;
  }
}
