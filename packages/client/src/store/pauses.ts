import { fullJitter } from '../backoff.js';

const BACKOFF = { baseMs: 500, capMs: 30_000, random: Math.random };

/** How long the store waits after `failures` attempts in a row that had no answer, in milliseconds. */
export function waitMs(failures: number): number {
  return fullJitter(BACKOFF, failures);
}

/** Waits that all end together, when there is a reason to go on at once. */
export class Pauses {
  readonly #waiting = new Set<() => void>();

  /** Resolves after `ms` milliseconds, or when all waits are ended. */
  async wait(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const go = () => {
        clearTimeout(timer);
        this.#waiting.delete(go);
        resolve();
      };
      const timer = setTimeout(go, ms);
      this.#waiting.add(go);
    });
  }

  end(): void {
    for (const go of [...this.#waiting]) go();
  }
}
