/** How many consumers are woken before the event loop gets its turn: some 3 ms of writing. */
const SLICE = 500;

export interface Wakeable {
  wake(): void;
}

/**
 * Wakes the consumers that have something waiting. Whoever comes first is woken at once, so that a lone frame is
 * never delayed; what comes while the event loop has not come round since is woken together after it, so that
 * several frames to one socket become one write, and a crowd never holds the loop for long.
 */
export class Scheduler {
  #due: Wakeable[] = [];
  #resting = false;

  /** Puts a consumer in line. It must not be in line already. */
  add(consumer: Wakeable): void {
    this.#due.push(consumer);
  }

  /** Wakes who is in line, now or when their turn comes. */
  run(): void {
    if (!this.#resting) this.#wakeSlice();
  }

  #wakeSlice(): void {
    const slice = this.#due.splice(0, SLICE);
    this.#resting = slice.length > 0;
    if (!this.#resting) return;
    for (const consumer of slice) consumer.wake();
    setImmediate(() => this.#wakeSlice());
  }
}
