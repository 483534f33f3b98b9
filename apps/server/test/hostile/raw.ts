import { connect } from 'node:net';
import type { Answer } from '../../src/testing/client.js';

/** Sends bytes to the service and reads its answer until it closes the connection. */
export async function exchange(url: string, bytes: string | Uint8Array): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const received = await new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks)));
  });
  return parsed(received.toString('utf8'));
}

/** The bytes of a request after whose answer the connection is closed. */
export function request(line: string, headers: readonly string[] = [], body = ''): string {
  return [line, 'Host: localhost', 'Connection: close', ...headers, '', body].join('\r\n');
}

function parsed(response: string): Answer {
  const end = response.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = response.slice(0, end).split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  const raw = response.slice(end + 4);
  const text = headers.get('Transfer-Encoding') === 'chunked' ? unchunked(raw) : raw;
  const isJson = headers.get('Content-Type')?.startsWith('application/json');
  return { status: Number(statusLine.split(' ')[1]), headers, text, body: isJson ? JSON.parse(text) : text };
}

/** Decodes chunks (RFC 9112, 7.1) of ASCII. */
function unchunked(body: string): string {
  const size = Number.parseInt(body, 16);
  if (!(size > 0)) return '';
  const start = body.indexOf('\r\n') + 2;
  return body.slice(start, start + size) + unchunked(body.slice(start + size + 2));
}
