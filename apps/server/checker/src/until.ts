import { setTimeout as pause } from 'node:timers/promises';

/** Waits for a condition, looking again and again; false when it has not come about in time. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  withinMs: number,
  everyMs = 50,
): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    if (await condition()) return true;
    if (performance.now() >= deadline) return false;
    await pause(everyMs);
  }
}
