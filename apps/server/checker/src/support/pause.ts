import { setTimeout as sleep } from 'node:timers/promises';

/** Waits `ms` milliseconds, or until the signal is aborted. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  // The promise rejects only because of the signal.
  await sleep(ms, undefined, signal && { signal }).catch(() => {});
}
