import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { publicError } from '@palaver/core';
import { errorHeaders, statusOf, toTrpcError } from '../http/errors.js';

/** Answers an upgrade with an error instead, in the form of any other, and closes the socket. */
export function refuse(socket: Duplex, cause: unknown): void {
  const error = toTrpcError(cause);
  const body = JSON.stringify(publicError(error));
  const status = statusOf(error);
  const headers = {
    ...errorHeaders(error),
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`];
  for (const [name, value] of Object.entries(headers)) head.push(`${name}: ${value}`);
  // A peer that never closes its half would keep the socket: it goes as soon as the answer is written.
  socket.once('finish', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
