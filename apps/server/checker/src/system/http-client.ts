import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Outcome } from '../history/operation.js';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly token: string | null;
  readonly body?: object;
  /** The idempotency key. */
  readonly key?: string | null;
  readonly timeoutMs?: number;
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
    try {
      const { status, body } = await this.#exchange(request);
      if (status >= 200 && status < 300) return { kind: 'ok', status, body };
      // Every 4xx is sent before anything is written, the rate limiter's 429 included.
      if (status >= 400 && status < 500) return { kind: 'fail', status, code: errorCodeOf(body) };
      return { kind: 'info', reason: String(status) };
    } catch (error) {
      return { kind: 'info', reason: reasonOf(error) };
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #exchange({ method, path, token, body, key, timeoutMs = TIMEOUT_MS }: HttpRequest): Promise<Response> {
    const payload = body === undefined ? undefined : JSON.stringify(body);
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
        text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
      });
      sent.once('error', reject);
      sent.end(payload);
    });
  }
}

interface Response {
  readonly status: number;
  readonly body: string;
}

function headersOf(token: string | null, key: string | null, payload: string | undefined) {
  return {
    'X-Forwarded-For': nextClientAddress(),
    ...(token !== null && { Authorization: `Bearer ${token}` }),
    ...(key !== null && { 'Idempotency-Key': key }),
    ...(payload !== undefined && {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(payload)),
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
