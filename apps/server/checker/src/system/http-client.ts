import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Outcome } from '../history/operation.js';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly token: string | null;
  readonly body?: object;
  /** Sent as multipart/form-data. */
  readonly file?: UploadedFile;
  /** The idempotency key. */
  readonly key?: string | null;
  readonly timeoutMs?: number;
}

export interface UploadedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

const TIMEOUT_MS = 4_000;

/** Sends requests to one port of the loopback interface over keep-alive connections. */
export class HttpClient {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  /** Sends a request once. Never rejects: a lost response is an `info` outcome. */
  async send(request: HttpRequest): Promise<Outcome> {
    const answer = await this.#answer(request);
    return answer.kind === 'ok' ? { ...answer, body: answer.body.toString() } : answer;
  }

  /** Fetches a file once. Returns its bytes, or the outcome if there are none. */
  async download(path: string, token: string): Promise<Buffer | Failed> {
    const answer = await this.#answer({ method: 'GET', path, token });
    return answer.kind === 'ok' ? answer.body : answer;
  }

  close(): void {
    this.#agent.destroy();
  }

  async #answer(request: HttpRequest): Promise<Answer> {
    try {
      const { status, body } = await this.#exchange(request);
      if (status >= 200 && status < 300) return { kind: 'ok', status, body };
      // Every 4xx is sent before anything is written, the rate limiter's 429 included.
      if (status >= 400 && status < 500) return { kind: 'fail', status, code: errorCodeOf(body.toString()) };
      return { kind: 'info', reason: String(status) };
    } catch (error) {
      return { kind: 'info', reason: reasonOf(error) };
    }
  }

  #exchange({ timeoutMs = TIMEOUT_MS, ...sending }: HttpRequest): Promise<Response> {
    const { method, path, token, key } = sending;
    const payload = payloadOf(sending);
    const options = {
      host: '127.0.0.1',
      port: this.#port,
      method,
      path,
      headers: headersOf(token, key ?? null, payload),
      agent: this.#agent,
      signal: AbortSignal.timeout(timeoutMs),
    };
    return new Promise((resolve, reject) => {
      const sent = request(options, (response) => {
        buffer(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
      });
      sent.once('error', reject);
      sent.end(payload?.bytes);
    });
  }
}

type Failed = Exclude<Outcome, { kind: 'ok' }>;
type Answer = Failed | { readonly kind: 'ok'; readonly status: number; readonly body: Buffer };

interface Response {
  readonly status: number;
  readonly body: Buffer;
}

interface Payload {
  readonly type: string;
  readonly bytes: Buffer;
}

function payloadOf({ body, file }: Pick<HttpRequest, 'body' | 'file'>): Payload | undefined {
  if (file !== undefined) return multipart(file);
  if (body === undefined) return undefined;
  return { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) };
}

/** One field `file` (RFC 7578). */
function multipart({ name, bytes }: UploadedFile): Payload {
  const boundary = randomUUID();
  const disposition = `Content-Disposition: form-data; name="file"; filename="${name}"`;
  const head = `--${boundary}\r\n${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const end = `\r\n--${boundary}--\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([Buffer.from(head), bytes, Buffer.from(end)]),
  };
}

function headersOf(token: string | null, key: string | null, payload: Payload | undefined) {
  return {
    'X-Forwarded-For': nextClientAddress(),
    ...(token !== null && { Authorization: `Bearer ${token}` }),
    ...(key !== null && { 'Idempotency-Key': key }),
    ...(payload !== undefined && {
      'Content-Type': payload.type,
      'Content-Length': String(payload.bytes.length),
    }),
  };
}

let addresses = 0;

/** A new client address for every request, so that the rate limit by address does not apply. */
export function nextClientAddress(): string {
  addresses++;
  return `10.${(addresses >> 16) % 256}.${(addresses >> 8) % 256}.${addresses % 256}`;
}

function errorCodeOf(body: string): string {
  return /"code":"([A-Z_]+)"/.exec(body)?.[1] ?? 'none';
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'lost';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'timeout';
  return 'code' in error ? String(error.code) : error.name;
}
