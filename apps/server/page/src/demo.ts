import { ApiError } from './api-error.js';
import { type Call, type ExampleFile, requestInit, targetOf } from './call.js';
import { type Example, exampleOf } from './examples.js';
import { FIXTURES } from './fixtures.js';
import { type Fields, textAt } from './makers.js';
import type { Json, Operation } from './operation.js';
import { fill, referencesOf } from './templates.js';

/** Sends a request to the service: `fetch` on its own origin. */
export type Send = (target: string, init: RequestInit) => Promise<Response>;

/** What a demo account is kept as. */
export interface DemoState {
  readonly made: Readonly<Record<string, Fields>>;
  /** For each object those that were made with it. */
  readonly dependents: Readonly<Record<string, readonly string[]>>;
}

/** The objects with which a demo account fills all it shows at once. The others are made when they are needed. */
const FIRST = [
  'person',
  'server',
  'channel',
  'group',
  'message',
  'bot',
  'invite',
  'attachment',
  'friend',
  'member',
];

/** At most this many times a request is repeated that the rate limit refuses (docs/reference.md, section 8). */
const REPETITIONS = 30;

/** A demo account and what was made for it. The page and the tests make their calls of its objects. */
export class Demo {
  readonly #send: Send;
  readonly #made: Record<string, Fields>;
  readonly #dependents: Record<string, Set<string>>;
  /** Objects that are being made, so that two panels do not make the same one twice. */
  readonly #making = new Map<string, Promise<Fields>>();
  #inviteCode: string | null = null;

  constructor(send: Send, { made, dependents }: DemoState = { made: {}, dependents: {} }) {
    this.#send = send;
    this.#made = { ...made };
    this.#dependents = Object.fromEntries(
      Object.entries(dependents).map(([name, of]) => [name, new Set(of)]),
    );
  }

  get made(): Readonly<Record<string, Fields>> {
    return this.#made;
  }

  get state(): DemoState {
    const dependents = Object.entries(this.#dependents).map(([name, of]) => [name, [...of]] as const);
    return { made: this.#made, dependents: Object.fromEntries(dependents) };
  }

  /**
   * Registers the account, with an invite where that takes one, and makes what most operations need. Rejects with an
   * `ApiError`.
   */
  async start(onMade: (name: string) => void = () => {}, inviteCode: string | null = null): Promise<void> {
    this.#inviteCode = inviteCode;
    for (const name of FIRST) {
      await this.#get(name);
      onMade(name);
    }
  }

  /** Takes the account of a token instead of registering one. Rejects with an `ApiError`. */
  async signIn(token: string): Promise<void> {
    const me = await this.#call(token, 'GET', '/api/users/me');
    this.#made.person = { token, id: textAt(me, 'id'), username: textAt(me, 'username') };
  }

  /** Makes what the example of an operation needs and is not there. Rejects with an `ApiError`. */
  async prepare(operation: Operation): Promise<void> {
    for (const name of neededBy(operation, exampleOf(operation))) await this.#get(name);
  }

  /** The call of an operation, filled in as far as its objects are made. */
  callOf(operation: Operation): Call {
    const example = exampleOf(operation);
    const { path, query, json } = fill(
      { path: example.path, query: example.query, json: example.json },
      this.#made,
    );
    const token = operation.signedIn ? (this.#made[example.as]?.token ?? 'YOUR_TOKEN') : null;
    return { operation, token, path, query, json, file: example.file };
  }

  /** Forgets what a success of the operation has used up, and what was made with it. */
  used(operation: Operation): void {
    for (const name of exampleOf(operation).uses) this.#forget(name);
  }

  #forget(name: string): void {
    delete this.#made[name];
    const dependents = this.#dependents[name] ?? new Set();
    delete this.#dependents[name];
    for (const dependent of dependents) this.#forget(dependent);
  }

  #get(name: string): Promise<Fields> {
    const made = this.#made[name];
    if (made !== undefined) return Promise.resolve(made);
    const making = this.#making.get(name) ?? this.#make(name).finally(() => this.#making.delete(name));
    this.#making.set(name, making);
    return making;
  }

  async #make(name: string): Promise<Fields> {
    const fixture = FIXTURES[name];
    if (fixture === undefined) throw new Error(`Nothing makes ${name}: add it to fixtures.ts.`);
    const get = (needed: string): Promise<Fields> => {
      this.#dependents[needed] = (this.#dependents[needed] ?? new Set()).add(name);
      return this.#get(needed);
    };
    const fields = await fixture({
      inviteCode: this.#inviteCode,
      get,
      call: async (as, method, path, content) => {
        const { token = null } = typeof as === 'string' ? await get(as) : (as ?? {});
        return this.#call(token, method, path, content);
      },
    });
    this.#made[name] = fields;
    return fields;
  }

  async #call(
    token: string | null,
    method: string,
    path: string,
    content?: Json | ExampleFile,
  ): Promise<unknown> {
    const call = callTo(method, path, token, content);
    for (let repetition = 0; ; repetition++) {
      const response = await this.#send(targetOf(call), requestInit(call));
      if (response.status !== 429 || repetition === REPETITIONS) return dataOf(response);
      await response.body?.cancel();
      const seconds = Number(response.headers.get('Retry-After') ?? 1);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  }
}

/** The objects that an example needs. */
function neededBy({ signedIn }: Operation, { as, path, query, json, needs }: Example): Set<string> {
  return new Set([...(signedIn ? [as] : []), ...needs, ...referencesOf({ path, query, json })]);
}

function callTo(method: string, path: string, token: string | null, content?: Json | ExampleFile): Call {
  const file = isFile(content) ? content : null;
  const operation: Operation = {
    id: path,
    method,
    path,
    pathParameters: [],
    body: file === null ? null : { kind: 'file', field: 'file' },
    signedIn: token !== null,
    procedure: null,
    answer: 'data',
  };
  return { operation, token, path: {}, query: {}, json: isFile(content) ? null : (content ?? null), file };
}

function isFile(content: Json | ExampleFile | undefined): content is ExampleFile {
  return typeof content === 'object' && content !== null && 'base64' in content;
}

async function dataOf(response: Response): Promise<unknown> {
  const body: { data?: unknown; error?: string; code?: string } = await response.json();
  if (response.ok) return body.data;
  throw new ApiError(response.status, body.code ?? null, body.error ?? `The answer is ${response.status}.`);
}
