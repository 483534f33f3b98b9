import { setTimeout as pause } from 'node:timers/promises';

/** Begins `amount` publications at a steady rate, whatever they take; resolves when all are done. */
export async function publishAtRate(
  perSecond: number,
  amount: number,
  publish: (n: number) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  const published: Array<Promise<void>> = [];
  for (let n = 0; n < amount; n++) {
    await pause(Math.max(0, startedAt + (n * 1_000) / perSecond - performance.now()));
    published.push(publish(n));
  }
  await Promise.all(published);
}
