import { setTimeout as pause } from 'node:timers/promises';
import { isTransient } from '../transient.js';
import { DatabaseRefusal, reasonOf, refusalOf } from './refusal.js';
import type { Target } from './target.js';

const RETRY_AFTER_MS = 100;

export interface AwayOptions {
  /** In milliseconds: for how long a Postgres that is away is tried again. */
  readonly waitMs?: number;
  /** Called with a sentence when Postgres is away, and again when the reason changes. */
  readonly onAway?: (sentence: string) => void;
  /** Ends the wait with an `AbortError`. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Repeats an attempt that fails because Postgres is away. Throws `DatabaseRefusal` when it is away for longer, counted from
 * the first failure (migrations may take long before it), and for any other failure.
 */
export async function retryWhileAway(
  target: Target,
  { waitMs = 5_000, onAway, signal }: AwayOptions,
  attempt: () => Promise<void>,
): Promise<void> {
  let deadline: number | undefined;
  let told: string | undefined;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isTransient(error)) throw refusalOf(error, target);
      const reason = reasonOf(error);
      const sentence = `Postgres at ${target.address} does not answer: ${reason}.`;
      deadline ??= performance.now() + waitMs;
      if (performance.now() > deadline) {
        throw new DatabaseRefusal(`${sentence} It was tried for ${waitMs / 1000} seconds.`, { cause: error });
      }
      if (reason !== told) onAway?.(`${sentence} Trying again for ${waitMs / 1000} seconds.`);
      told = reason;
    }
    await pause(RETRY_AFTER_MS, undefined, { signal });
  }
}
