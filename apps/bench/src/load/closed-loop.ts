import { percentile } from '../harness/stats.js';
import type { Outcome } from './job.js';

/** Lets each sender do its next operation when its last is done, until the amount is; rejects with the first that fails. */
export async function closedLoop(
  amount: number,
  senders: ReadonlyArray<() => Promise<void>>,
): Promise<Outcome> {
  const latencies = new Float64Array(amount);
  let begunOperations = 0;
  const keepOn = async (operate: () => Promise<void>) => {
    while (begunOperations < amount) {
      const n = begunOperations;
      begunOperations += 1;
      const sent = performance.now();
      await operate();
      latencies[n] = performance.now() - sent;
    }
  };
  const begun = performance.now();
  await Promise.all(senders.map(keepOn));
  const seconds = (performance.now() - begun) / 1_000;
  return {
    operations: amount,
    seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  };
}
