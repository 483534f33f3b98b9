import { pause } from './pause.js';

/** Polls a condition every `everyMs` milliseconds. Returns false if it does not hold within `withinMs`. */
export async function waitUntil(
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
