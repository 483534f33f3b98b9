import type { DatabaseConnection } from '@palaver/db';

/** The parsed body of an answer, untyped for tests. */
// biome-ignore lint/suspicious/noExplicitAny: the service's client checks every answer against the OpenAPI document before a test reads it
export type Json = any;

export interface RestAnswer {
  readonly status: number;
  /** The body as it was received. */
  readonly text: string;
  /** Parsed JSON; the text of anything else; null for none. */
  readonly body: Json;
}

/** Who calls the REST API: over HTTP, or in the process (`rest-in-process.ts`). */
export interface RestClient {
  /** The id of the account; empty without one. */
  readonly id: string;
  readonly token: string | null;
  get(path: string): Promise<RestAnswer>;
  /** `raw` is the body, sent as it is instead of JSON. */
  post(path: string, body?: unknown, options?: { readonly raw: FormData }): Promise<RestAnswer>;
  put(path: string, body?: unknown, options?: { readonly raw: FormData }): Promise<RestAnswer>;
  patch(path: string, body?: unknown): Promise<RestAnswer>;
  delete(path: string): Promise<RestAnswer>;
}

/** A service on which fixtures and samples are made. */
export interface Stage<Client extends RestClient = RestClient> {
  readonly url: string;
  readonly connection: DatabaseConnection;
  /** By the clock of the service, in milliseconds since 1970. */
  now(): number;
  client(token: string | null, id?: string): Client;
  /** Registers a person. */
  person(username: string): Promise<Client>;
  /** Creates a bot of `owner`'s. */
  bot(owner: RestClient, username: string): Promise<Client>;
  /** Sends a request as the operator. Throws for any error. */
  asOperator(method: string, path: string, body?: object): Promise<Json>;
}

let nameCount = 0;

/** A name that no other test of the worker uses. */
export function uniqueName(kind: string): string {
  return `${kind}-${++nameCount}`;
}
