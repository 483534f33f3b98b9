import { limitConcurrency, limitPerKey } from './concurrency-limit.js';

export interface WithPausesOptions {
  /** How many accounts may wait. */
  readonly accountsWaiting: number;
  /** How many pieces of work of one account may wait behind its first one. */
  readonly waitingPerAccount: number;
  /** After a piece of work, its account pauses this many times as long as that took. */
  readonly pauseFactor: number;
}

/** Runs a piece of work as soon as the account may. Throws `BUSY` when too much is waiting. */
export type WithPauses = <T>(account: string, work: () => Promise<T>) => Promise<T>;

/**
 * Runs one piece of work at a time, for accounts in the order in which they came. An account has one place in the
 * queue, however much it asks for, and pauses afterwards, so it cannot keep the others waiting.
 */
export function withPauses({
  accountsWaiting,
  waitingPerAccount,
  pauseFactor,
}: WithPausesOptions): WithPauses {
  const oneAtATime = limitConcurrency(1, accountsWaiting);
  const inLine = limitPerKey(1, waitingPerAccount);

  return (account, work) =>
    new Promise((resolve, reject) => {
      inLine(account, async () => {
        const took = await oneAtATime(() => durationOf(() => work().then(resolve, reject)));
        // The caller has its answer by now; the pause is for the account's next piece of work.
        await new Promise((resume) => setTimeout(resume, took * pauseFactor).unref());
      }).catch(reject);
    });
}

/** In milliseconds. */
async function durationOf(work: () => Promise<void>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}
