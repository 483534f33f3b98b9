import type { Server } from 'node:http';
import { Socket } from 'node:net';
import { AppError, publicError } from '@palaver/core';
import { answerUnderWay } from './answered-in-order.js';
import { socketAnswer } from './socket-answer.js';

/** The answers to requests that Node's parser refuses, by its error codes (RFC 6585, 5; RFC 9110, 15.5). */
const ANSWERS: Readonly<Record<string, { status: number; message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The path and the headers are larger than 16 KiB.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive.' },
};
const MALFORMED = { status: 400, message: 'This is no request of HTTP/1.1.' };

/** Answers what Node cannot parse as a request, with an error body like all others; Node would answer without a body. */
export function answerParserErrors(server: Server): void {
  // An unknown expectation may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  server.on('clientError', (error: Error, socket) => {
    // The client would read these bytes as the rest of an unfinished answer.
    const isMidAnswer = answerUnderWay(socket)?.headersSent === true;
    if (socket.writable && !isMidAnswer) socket.write(answerTo(error));
    if (socket instanceof Socket) socket.destroySoon();
    else socket.destroy();
  });
}

function answerTo(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  const { status, message } = ANSWERS[code] ?? MALFORMED;
  const shown = publicError(new AppError('MALFORMED_REQUEST', { message }));
  return socketAnswer(status, [], JSON.stringify(shown));
}
