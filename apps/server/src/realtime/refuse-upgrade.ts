import type { Duplex } from 'node:stream';
import { publicError } from '@palaver/core';
import { errorHeaders, statusOf, toTrpcError } from '../http/errors.js';
import type { AnswerHeaders } from '../http/send-json.js';
import { answerUpgrade } from '../http/socket-answer.js';

/** Answers an upgrade with `{error, code}`, like any other request that fails, and closes the socket. */
export function refuseUpgrade(socket: Duplex, cause: unknown, headers: AnswerHeaders = []): void {
  const error = toTrpcError(cause);
  const all = [...headers, ...Object.entries(errorHeaders(error))];
  answerUpgrade(socket, statusOf(error), all, JSON.stringify(publicError(error)));
}
