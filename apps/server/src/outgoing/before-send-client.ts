import { errors, Pool } from 'undici';
import { DeadlineError, exchange, isTaken } from './exchange.js';

/** Connections that are open, and so questions that are under way, at the same time. */
const CONNECTIONS_MAX = 64;
const ANSWER_BYTES_MAX = 64 * 1024;

export type HookFailure = 'timeout' | 'connection' | 'status' | 'answer';

/** Why a call has no answer to read. It has no content of the answer or of the question. */
export class HookError extends Error {
  readonly failure: HookFailure;

  constructor(failure: HookFailure) {
    super(failure);
    this.failure = failure;
  }
}

export interface HookClient {
  /** The body of the answer. Throws `HookError`, at the latest after the time that a call may take. */
  call(headers: Readonly<Record<string, string>>, body: string): Promise<string>;
  close(): Promise<void>;
}

/** A client that keeps its connections open. `withinMs` is what a call may take, its wait for a connection included. */
export function createHookClient(url: URL, withinMs: number): HookClient {
  const pool = new Pool(url.origin, {
    connections: CONNECTIONS_MAX,
    connect: { timeout: withinMs },
    maxResponseSize: ANSWER_BYTES_MAX,
  });
  const path = `${url.pathname}${url.search}`;
  return {
    call: async (headers, body) => {
      const all = { ...authorizationOf(url), ...headers };
      const options = { origin: url.origin, path, method: 'POST', headers: all, body } as const;
      const answered = await exchange(pool, options, { withinMs, isRead: true }).catch((error: unknown) => {
        throw new HookError(failureOf(error));
      });
      if (!isTaken(answered.status)) throw new HookError('status');
      return answered.text;
    },
    close: () => pool.destroy(),
  };
}

function failureOf(error: unknown): HookFailure {
  if (error instanceof DeadlineError) return 'timeout';
  return error instanceof errors.ResponseExceededMaxSizeError ? 'answer' : 'connection';
}

function authorizationOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}
