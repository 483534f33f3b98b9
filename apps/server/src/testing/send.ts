import { type IncomingHttpHeaders, request } from 'node:http';

export interface Sent {
  readonly method?: string;
  /** The request target, sent as it is. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body, where it is JSON. */
  readonly json: unknown;
}

/** Sends a request as it is given; `fetch` would correct it first. */
export function send(url: string, { method = 'GET', path, headers = {}, body }: Sent): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const framing =
      body === undefined || 'Transfer-Encoding' in headers
        ? {}
        : { 'Content-Length': Buffer.byteLength(body) };
    const sent = request(
      { hostname, port, method, path, headers: { ...framing, ...headers }, agent: false },
      (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('error', reject);
        res.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const json =
            /json/.test(res.headers['content-type'] ?? '') && text !== '' ? JSON.parse(text) : undefined;
          resolve({ status: res.statusCode ?? 0, headers: res.headers, text, json });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
