import { setTimeout as pause } from 'node:timers/promises';
import { readProcesses, treeCpuSeconds } from './proc-stat.js';

const STEP_MS = 250;
/** In CPU seconds a step: 8 % of a core. */
const LITTLE = 0.02;
const STEPS = 4;
const WITHIN_MS = 60_000;

/**
 * Resolves when the tree of a process has done little for a second, or after a minute. What a load leaves behind for the
 * background, such as messages that are not in the index of search yet, is done while the next target is measured otherwise:
 * the fastest one leaves the most, and all others pay for it.
 */
export async function untilAtRest(pid: number, withinMs = WITHIN_MS): Promise<void> {
  const until = performance.now() + withinMs;
  let before = treeCpuSeconds(await readProcesses(), pid);
  for (let quiet = 0; quiet < STEPS && performance.now() < until; ) {
    await pause(STEP_MS);
    const now = treeCpuSeconds(await readProcesses(), pid);
    quiet = now - before <= LITTLE ? quiet + 1 : 0;
    before = now;
  }
}
