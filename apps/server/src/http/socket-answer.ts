import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AnswerHeaders } from './send-json.js';

/** An HTTP/1.1 answer with a JSON body as text, after which the connection is closed. */
export function socketAnswer(status: number, headers: AnswerHeaders, json: string): string {
  const all: AnswerHeaders = [
    ['Content-Type', 'application/json'],
    ['Content-Length', String(Buffer.byteLength(json))],
    ...headers,
    ['Connection', 'close'],
  ];
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`];
  for (const [name, value] of all) lines.push(`${name}: ${value}`);
  return `${lines.join('\r\n')}\r\n\r\n${json}`;
}

/** Answers an HTTP upgrade on its bare socket instead of opening a WebSocket, and closes the socket. */
export function answerUpgrade(socket: Duplex, status: number, headers: AnswerHeaders, json: string): void {
  // The HTTP server no longer listens to this socket, and an `error` event without a listener ends the process.
  socket.on('error', () => socket.destroy());
  // A peer that never closes its half would keep the socket open.
  socket.once('finish', () => socket.destroy());
  socket.end(socketAnswer(status, headers, json));
}
