import type { Attempt, Outcome } from '../history/operation.js';
import type { Recorder } from '../history/recorder.js';
import { pause } from '../support/pause.js';
import type { Random } from '../support/random.js';
import type { HttpClient, HttpRequest } from '../system/http-client.js';
import type { Invocation } from './invocation.js';

export interface ClientOptions {
  /** The nodes, beginning with the one that is used first. */
  readonly http: readonly HttpClient[];
  readonly random: Random;
  readonly recorder: Recorder;
  /** Negative control: only the first request of an operation carries the idempotency key. */
  readonly dropsKeys: boolean;
  /** Aborted when no operation shall be retried any more. */
  readonly stopRetries: AbortSignal;
}

export interface InvokeOptions {
  /** How many identical requests are sent at once. */
  readonly concurrency?: number;
  /** Sends the request once more after the operation has completed. */
  readonly repeats?: boolean;
  /** Whether to retry after `info`. */
  readonly retries?: boolean;
}

const BACKOFF_MIN_MS = 40;
const BACKOFF_MAX_MS = 1_000;

/**
 * Performs operations, retries them after `info`, and records every attempt. Each attempt at an operation goes to another
 * node than the one before it.
 */
export class Client {
  readonly random: Random;
  readonly #options: ClientOptions;
  /** The index of the node that has last answered. */
  #home = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.random = options.random;
  }

  /** Performs an operation. Returns its first definite outcome, or `info` if there is none. */
  async invoke(
    invocation: Invocation,
    { concurrency = 1, repeats = false, retries = true }: InvokeOptions = {},
  ): Promise<Outcome> {
    const { request: _request, ...operation } = invocation;
    const attempts: Attempt[] = [];
    this.#options.recorder.operations.push({ ...operation, attempts });
    const first = Array.from({ length: concurrency }, (_, n) => this.#attempt(invocation, n));
    attempts.push(...(await Promise.all(first)));
    for (let n = 0; ; n++) {
      const completed = attempts.find(isDefinite);
      if (completed && repeats) attempts.push(await this.#attempt(invocation, attempts.length));
      if (completed) {
        this.#home += attempts.indexOf(completed);
        return completed.outcome;
      }
      if (!retries || this.#options.stopRetries.aborted) return { kind: 'info', reason: 'not retried' };
      await pause(backoffMs(n, this.random));
      attempts.push(await this.#attempt(invocation, attempts.length));
    }
  }

  /** Reads once, from the node that has last answered. It is no operation of the history. */
  read(request: HttpRequest): Promise<Attempt> {
    return this.#send(request, 0);
  }

  #attempt({ key, request }: Invocation, n: number): Promise<Attempt> {
    return this.#send({ ...request, key: this.#options.dropsKeys && n > 0 ? null : key }, n);
  }

  async #send(request: HttpRequest, n: number): Promise<Attempt> {
    const { http } = this.#options;
    const invokedAt = performance.now();
    const node = http[(this.#home + n) % http.length];
    if (node === undefined) throw new Error('A client needs a node');
    const outcome = await node.send(request);
    return { invokedAt, completedAt: performance.now(), outcome };
  }
}

/** A rate-limited attempt is retried as well. */
function isDefinite({ outcome }: Attempt): boolean {
  return outcome.kind === 'ok' || (outcome.kind === 'fail' && outcome.status !== 429);
}

/** Exponential backoff with full jitter. */
function backoffMs(n: number, random: Random): number {
  return random.next() * Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** n) + BACKOFF_MIN_MS / 2;
}
