import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

export interface Sent {
  readonly method?: string;
  /** The request target, sent as it is. */
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
  /** The loopback address to send from. */
  readonly from?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body, where it is JSON. */
  readonly json: unknown;
}

/** Sends a request as it is given, on a connection of its own; `fetch` would correct it first. An upgrade is closed. */
export function send(url: string, { method = 'GET', path, headers = {}, body, from }: Sent): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const framing =
    body === undefined || 'Transfer-Encoding' in headers ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const options = { hostname, port, method, path, headers: { ...framing, ...headers }, agent: false };
  return new Promise((resolve, reject) => {
    const sent = request(from === undefined ? options : { ...options, localAddress: from }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('error', reject);
      res.on('end', () => resolve(answerOf(res.statusCode, res.headers, Buffer.concat(chunks).toString())));
    });
    sent.on('upgrade', (res, socket) => {
      socket.destroy();
      resolve(answerOf(res.statusCode, res.headers, ''));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function answerOf(status: number | undefined, headers: IncomingHttpHeaders, text: string): Answer {
  const isJson = /json/.test(headers['content-type'] ?? '') && text !== '';
  return { status: status ?? 0, headers, text, json: isJson ? JSON.parse(text) : undefined };
}
