import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** Sends a text of JSON. Its type has no charset: JSON has none (RFC 8259, 11). */
export function sendJson(
  res: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  json: string,
): void {
  res.writeHead(status, {
    ...headers,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(json),
  });
  res.end(json);
}
