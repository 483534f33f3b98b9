import type { Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError, publicError } from '@palaver/core';

/** What Node's parser makes of a request that it cannot read, as an answer (RFC 6585, 5; RFC 9110, 15.5). */
const ANSWERS: Readonly<Record<string, { status: string; message: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'The path and the headers are larger than 16 KiB.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    message: 'The request took too long to arrive.',
  },
};
const MALFORMED = { status: '400 Bad Request', message: 'This is no request of HTTP/1.1.' };

/** Answers what never becomes a request with a body like all others; Node itself would answer it without one. */
export function answerParserErrors(server: Server): void {
  const underWay = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (req, res) => underWay.set(req.socket, res));
  // An expectation that nobody knows may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  server.on('clientError', (error: Error, socket) => {
    const earlier = underWay.get(socket);
    // After half an answer, more bytes would be taken for the rest of it.
    const isMidAnswer = earlier?.headersSent === true && !earlier.writableFinished;
    if (socket.writable && !isMidAnswer) socket.write(answerTo(error));
    if (socket instanceof Socket) socket.destroySoon();
    else socket.destroy();
  });
}

function answerTo(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  const { status, message } = ANSWERS[code] ?? MALFORMED;
  const body = JSON.stringify(publicError(new AppError('MALFORMED_REQUEST', { message })));
  return [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
