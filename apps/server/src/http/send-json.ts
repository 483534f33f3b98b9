import type { ServerResponse } from 'node:http';
import { standardHeaders } from './standard-headers.js';

/** Names and values; none of those that `sendJson` adds by itself. */
export type AnswerHeaders = Iterable<readonly [name: string, value: string]>;

/**
 * Sends a text of JSON, with the headers of every answer. Its type has no charset: JSON has none (RFC 8259, 11). What
 * was set before is kept, unless it is named here again.
 */
export function sendJson(res: ServerResponse, status: number, headers: AnswerHeaders, json: string): void {
  const all = standardHeaders(res);
  for (const [name, value] of headers) all.push(name, value);
  all.push('Content-Type', 'application/json', 'Content-Length', String(Buffer.byteLength(json)));
  res.writeHead(status, all);
  res.end(json);
}
