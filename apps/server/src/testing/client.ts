import type { Json, RestAnswer, RestClient } from '@palaver/core/testing';
import type { oas31 } from 'zod-openapi';
import { assertConforms } from '../docs/conformance.js';

export type { Json };

export interface Answer extends RestAnswer {
  readonly headers: Headers;
}

export interface CallOptions {
  readonly headers?: Record<string, string>;
  /** The body, sent as it is instead of JSON. */
  readonly raw?: NonNullable<RequestInit['body']>;
}

interface ClientOptions {
  readonly url: string;
  readonly document: oas31.OpenAPIObject;
  readonly token: string | null;
  readonly id: string;
  /** Headers of each request, such as `Palaver-User`. */
  readonly headers?: Record<string, string>;
}

/** One less than the burst of the Auth limiter. */
const CALLS_PER_ADDRESS = 4;
let addresses = 0;

/** A client of the REST API. It checks every answer against the OpenAPI document. */
export class Client implements RestClient {
  readonly url: string;
  readonly token: string | null;
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly #document: oas31.OpenAPIObject;
  #calls = 0;
  #address = '';

  constructor({ url, document, token, id, headers = {} }: ClientOptions) {
    this.headers = headers;
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
    const answer = await this.send(method, path, body, options);
    assertConforms(this.#document, { method, path, ...answer });
    return answer;
  }

  /** Calls a procedure natively, as tRPC's own client does. The answer is tRPC's envelope, which is in no document. */
  native(
    procedure: string,
    type: 'query' | 'mutation',
    input?: unknown,
    options?: CallOptions,
  ): Promise<Answer> {
    if (type === 'mutation') return this.send('POST', `/trpc/${procedure}`, input ?? {}, options);
    return this.send('GET', nativePath(procedure, input), undefined, options);
  }

  /** Calls without a check against the document. */
  async send(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer> {
    const response = await this.request(method, path, body, options);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: bodyOf(response, text) };
  }

  /** The same, with the body of the answer unread. */
  request(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Response> {
    const { headers, raw } = options;
    const json = raw === undefined && body !== undefined ? JSON.stringify(body) : undefined;
    return fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        'X-Forwarded-For': this.#nextAddress(),
        ...(this.token === null ? {} : { Authorization: `Bearer ${this.token}` }),
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...this.headers,
        ...headers,
      },
      ...(raw === undefined ? {} : { body: raw }),
      ...(json === undefined ? {} : { body: json }),
    });
  }

  /** Takes a new address before the bucket of the last one is empty, so that no test runs into the rate limit. */
  #nextAddress(): string {
    if (this.#calls++ % CALLS_PER_ADDRESS === 0) {
      const n = addresses++;
      this.#address = `10.${(n >> 16) % 256}.${(n >> 8) % 256}.${n % 256}`;
    }
    return this.#address;
  }
}

/** The path of a native query or subscription. */
export function nativePath(procedure: string, input?: unknown): string {
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  return `/trpc/${procedure}${query}`;
}

function bodyOf(response: Response, text: string): Json {
  if (text === '') return null;
  return response.headers.get('Content-Type')?.startsWith('application/json') ? JSON.parse(text) : text;
}
