import { createRounds, type Services, unavailable } from '@palaver/core';

const EVERY_MS = 10 * 60 * 1000;

/**
 * Cleans up every ten minutes, one round at a time on one node. The returned function stops it and waits for a running
 * round.
 */
export function startMaintenance(services: Services): () => Promise<void> {
  const work = createRounds(services);
  let round: Promise<void> | null = null;
  const timer = setInterval(() => {
    round ??= work()
      .then(() => undefined)
      .catch((err: unknown) => {
        const level = unavailable(err) === null ? 'error' : 'warn';
        services.log[level]({ err }, 'Clean-up failed; the next round tries again');
      })
      .finally(() => {
        round = null;
      });
  }, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await round;
  };
}
