import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Outcome } from '../history.js';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly token: string | null;
  readonly body?: object;
  readonly key?: string | null;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 4_000;
let calls = 0;

/** Sends requests to one port, over connections that are kept. */
export class HttpClient {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  /** Sends one request, once. What it came to is a value, a lost answer included. */
  async send(call: Call): Promise<Outcome> {
    try {
      const { status, body } = await this.#exchange(call);
      if (status >= 200 && status < 300) return { kind: 'ok', status, body };
      // The limiter refuses before anything is done, and says so by its status alone.
      if (status >= 400 && status < 500) return { kind: 'refused', status, code: codeOf(body) };
      return { kind: 'unknown', reason: String(status) };
    } catch (error) {
      return { kind: 'unknown', reason: reasonOf(error) };
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  async #exchange(call: Call): Promise<{ status: number; body: string }> {
    const { method, path, token, body, key = null, timeoutMs = TIMEOUT_MS } = call;
    const payload = body === undefined ? null : JSON.stringify(body);
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = {
      'X-Forwarded-For': nextAddress(),
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(key === null ? {} : { 'Idempotency-Key': key }),
      ...(payload === null
        ? {}
        : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(payload)) }),
    };
    const options = {
      host: '127.0.0.1',
      port: this.#port,
      method,
      path,
      headers,
      agent: this.#agent,
      signal,
    };
    return new Promise((resolve, reject) => {
      const sent = request(options, (response) => {
        text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
      });
      sent.once('error', reject);
      sent.end(payload ?? undefined);
    });
  }
}

/** An address for every call: what is tested here is not the rate limit. */
export function nextAddress(): string {
  calls++;
  return `10.${(calls >> 16) % 256}.${(calls >> 8) % 256}.${calls % 256}`;
}

function codeOf(body: string): string {
  return /"code":"([A-Z_]+)"/.exec(body)?.[1] ?? 'none';
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'lost';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'timeout';
  return 'code' in error ? String(error.code) : error.name;
}
