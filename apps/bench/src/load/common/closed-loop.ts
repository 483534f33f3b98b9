import type { Outcome } from './job.js';
import { outcomeOf } from './outcome.js';

/**
 * A closed loop: each sender starts its next operation when its last one is done, until `amount` operations are done.
 * Rejects when one fails.
 */
export async function closedLoop(
  amount: number,
  senders: ReadonlyArray<() => Promise<void>>,
): Promise<Outcome> {
  const latencies = new Float64Array(amount);
  let started = 0;
  const repeat = async (operate: () => Promise<void>) => {
    while (started < amount) {
      const n = started;
      started += 1;
      const sentAt = performance.now();
      await operate();
      latencies[n] = performance.now() - sentAt;
    }
  };
  const startedAt = performance.now();
  await Promise.all(senders.map(repeat));
  return outcomeOf(amount, (performance.now() - startedAt) / 1_000, latencies);
}
