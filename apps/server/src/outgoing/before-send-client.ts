import { errors, Pool } from 'undici';
import { DeadlineError, withinDeadline } from './within-deadline.js';

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
  const request = async (headers: Record<string, string>, body: string, signal: AbortSignal) => {
    const answer = await pool.request({ path, method: 'POST', headers, body, signal });
    if (answer.statusCode >= 200 && answer.statusCode < 300) return answer.body.text();
    void answer.body.dump().catch(() => {});
    throw new HookError('status');
  };
  return {
    call: async (headers, body) => {
      const all = { ...authorizationOf(url), ...headers };
      try {
        return await withinDeadline(withinMs, (signal) =>
          request(all, body, signal).catch((error: unknown) => {
            // An idle connection that the hook closes while the call is written to it; the hook knows a repetition by its id.
            if (error instanceof errors.SocketError && !signal.aborted) return request(all, body, signal);
            throw error;
          }),
        );
      } catch (error) {
        throw error instanceof HookError ? error : new HookError(failureOf(error));
      }
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
