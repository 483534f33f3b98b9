/** How many subscribers are woken in one turn of the event loop: some 3 ms of writing. */
const SLICE = 500;

export interface Wakeable {
  wake(): void;
}

/**
 * Wakes the subscribers that have deliveries waiting. The first one is woken at once, so a single frame is never delayed.
 * Subscribers that are added in the same turn of the event loop are woken in the next one, so that several frames to one
 * socket become one write, and waking many subscribers never blocks the loop for long.
 */
export class Scheduler {
  #queue: Wakeable[] = [];
  #sliceRan = false;

  /** Queues a subscriber, which must not be in the queue already. */
  add(subscriber: Wakeable): void {
    this.#queue.push(subscriber);
  }

  /** Wakes the queued subscribers, now or in the next turn of the event loop. */
  run(): void {
    if (!this.#sliceRan) this.#wakeSlice();
  }

  #wakeSlice(): void {
    const slice = this.#queue.splice(0, SLICE);
    this.#sliceRan = slice.length > 0;
    if (!this.#sliceRan) return;
    for (const subscriber of slice) subscriber.wake();
    setImmediate(() => this.#wakeSlice());
  }
}
