import type { ServerResponse } from 'node:http';
import { standardHeaders } from './standard-headers.js';

/** Names and values of headers, without those that `sendJson` adds itself. */
export type AnswerHeaders = Iterable<readonly [name: string, value: string]>;

/**
 * Sends JSON text with the headers of every answer. Its media type has no charset, because JSON defines none (RFC 8259,
 * 11). Headers that were set before stay, unless `headers` names them again.
 */
export function sendJson(res: ServerResponse, status: number, headers: AnswerHeaders, json: string): void {
  const all = standardHeaders(res);
  for (const [name, value] of headers) all.push(name, value);
  all.push('Content-Type', 'application/json', 'Content-Length', String(Buffer.byteLength(json)));
  res.writeHead(status, all);
  res.end(json);
}

/** Sends a redirect (302) to the header `Location`, which is among `headers`. */
export function sendRedirect(res: ServerResponse, headers: AnswerHeaders): void {
  const all = standardHeaders(res);
  for (const [name, value] of headers) all.push(name, value);
  all.push('Content-Length', '0');
  res.writeHead(302, all).end();
}
