import type { oas31 } from 'zod-openapi';
import { assertConforms } from '../docs/conformance.js';

/** The parsed body of an answer. Tests reach into it freely; the document decides whether it is right. */
// biome-ignore lint/suspicious/noExplicitAny: every answer is held against the OpenAPI document before a test sees it
export type Json = any;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; the text of anything else; null for none. */
  readonly body: Json;
}

export interface CallOptions {
  readonly headers?: Record<string, string>;
  /** Sent as it is, instead of JSON. */
  readonly raw?: NonNullable<RequestInit['body']>;
}

interface ClientOptions {
  readonly url: string;
  readonly document: oas31.OpenAPIObject;
  readonly token: string | null;
  readonly id: string;
}

let clients = 0;

/** A third party that calls the REST face. Every answer it gets is held against the OpenAPI document. */
export class Client {
  readonly url: string;
  readonly token: string | null;
  readonly id: string;
  readonly #document: oas31.OpenAPIObject;
  #calls = 0;
  readonly #number = clients++;

  constructor({ url, document, token, id }: ClientOptions) {
    this.url = url;
    this.token = token;
    this.id = id;
    this.#document = document;
  }

  get = (path: string, options?: CallOptions) => this.call('GET', path, undefined, options);
  post = (path: string, body?: unknown, options?: CallOptions) => this.call('POST', path, body, options);
  put = (path: string, body?: unknown, options?: CallOptions) => this.call('PUT', path, body, options);
  patch = (path: string, body?: unknown, options?: CallOptions) => this.call('PATCH', path, body, options);
  delete = (path: string, options?: CallOptions) => this.call('DELETE', path, undefined, options);

  /** Calls and checks the answer against the document. */
  async call(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        'X-Forwarded-For': this.#address(),
        ...(this.token === null ? {} : { Authorization: `Bearer ${this.token}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...options.headers,
      },
      ...(options.raw !== undefined ? { body: options.raw } : body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = { status: response.status, headers: response.headers, body: await bodyOf(response) };
    assertConforms(this.#document, { method, path, ...answer });
    return answer;
  }

  /** A new address before the old one's bucket is empty: what is tested here is not the rate limit. */
  #address(): string {
    const n = Math.floor(this.#calls++ / 4);
    return `10.${this.#number % 256}.${(n >> 8) % 256}.${n % 256}`;
  }
}

async function bodyOf(response: Response): Promise<Json> {
  const text = await response.text();
  if (text === '') return null;
  return response.headers.get('Content-Type')?.startsWith('application/json') ? JSON.parse(text) : text;
}
