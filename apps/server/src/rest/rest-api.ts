import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '@palaver/core';
import { logServerError } from '../http/error-log.js';
import { sendError, toTrpcError } from '../http/errors.js';
import { callProcedure } from '../http/procedures.js';
import { queryOf } from '../http/request-target.js';
import { sendJson, sendRedirect } from '../http/send-json.js';
import { type ProcedureOperation, readsBody } from './operation.js';
import { inputReader, type ReadInput, type RequestContent } from './operation-input.js';
import type { OperationTable } from './operation-table.js';
import type { Match } from './path-index.js';
import { readJsonObject } from './read-body.js';

export interface RestApiOptions {
  readonly table: OperationTable;
  readonly createContext: (req: IncomingMessage) => Context;
  /** The most bytes of a JSON body. */
  readonly bodyLimit: number;
}

/** Answers a request by calling an operation's procedure. */
export type AnswerProcedure = (
  req: IncomingMessage,
  res: ServerResponse,
  operation: ProcedureOperation,
  parameters: Match['parameters'],
) => void;

/**
 * The REST API of the procedures. It calls the operation's own procedure, so that middlewares and validation are the same as
 * in the native API, and wraps the answer as `{data}`.
 */
export function restApi({ table, createContext, bodyLimit }: RestApiOptions): AnswerProcedure {
  const readers = new Map<string, ReadInput>();
  for (const operation of table.operations) {
    if (operation.kind === 'procedure') readers.set(operation.name, inputReader(operation));
  }
  return (req, res, operation, parameters) => {
    const readInput = readers.get(operation.name);
    if (readInput === undefined) throw new Error(`${operation.name} is not in this table.`);
    const read = (content: RequestContent) => readInput(parameters, content);
    void answer(req, res, { operation, ctx: createContext(req), read, bodyLimit });
  };
}

/** What answers one request. */
interface Call {
  readonly operation: ProcedureOperation;
  readonly ctx: Context;
  /** The input of the procedure. */
  readonly read: (content: RequestContent) => unknown;
  readonly bodyLimit: number;
}

async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  { operation, ctx, read, bodyLimit }: Call,
): Promise<void> {
  const { name, procedure, meta } = operation;
  try {
    const body = readsBody(operation) ? await readJsonObject(req, bodyLimit) : {};
    let input: Promise<unknown> | undefined;
    // Middlewares call it too.
    const getRawInput = () => {
      input ??= Promise.resolve(read({ body, query: queryOf(req) }));
      return input;
    };
    const data = await callProcedure(procedure, { path: name, ctx, getRawInput });
    if (ctx.request.replyHeaders.has('Location')) return sendRedirect(res, ctx.request.replyHeaders);
    sendJson(res, meta.rest.status, ctx.request.replyHeaders, JSON.stringify({ data: data ?? null }));
  } catch (cause) {
    const error = toTrpcError(cause);
    logServerError(req, error, name);
    sendError(res, error, ctx.request.replyHeaders);
  }
}
