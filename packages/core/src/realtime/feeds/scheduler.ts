/** How many subscribers are woken in one turn of the event loop: some 3 ms of writing. */
export const SLICE = 500;
/** In milliseconds. */
const MARK_EVERY = 10;
/** In milliseconds. What comes meanwhile is one write for each, so that a shorter time would deliver less. */
const BEHIND_AFTER = 500;

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
  /** How many were queued since the process began. */
  #added = 0;
  /** How many were queued at some instants, the oldest first; without those of which all have been woken. */
  #marks: Array<{ readonly added: number; readonly at: number }> = [];
  #waiting: Array<{ readonly added: number; readonly resolve: () => void }> = [];

  /** How long somebody in the queue has waited, in milliseconds. */
  get lagMs(): number {
    const [oldest] = this.#marks;
    return oldest ? performance.now() - oldest.at : 0;
  }

  /** Whether somebody has waited long for the process to write to them. */
  get isBehind(): boolean {
    return this.lagMs >= BEHIND_AFTER;
  }

  /** Queues a subscriber, which must not be in the queue already. */
  add(subscriber: Wakeable): void {
    this.#queue.push(subscriber);
    this.#added++;
  }

  /** Wakes the queued subscribers, now or in the next turn of the event loop. */
  run(): void {
    if (!this.#sliceRan) this.#wakeSlice();
    else this.#mark();
  }

  /** Resolves once everybody who is in the queue now has been woken. */
  async caughtUp(): Promise<void> {
    if (this.#queue.length === 0) return;
    await new Promise<void>((resolve) => this.#waiting.push({ added: this.#added, resolve }));
  }

  #wakeSlice(): void {
    const slice = this.#queue.splice(0, SLICE);
    this.#sliceRan = slice.length > 0;
    if (!this.#sliceRan) return;
    for (const subscriber of slice) subscriber.wake();
    const woken = this.#added - this.#queue.length;
    this.#marks = this.#marks.filter(({ added }) => added > woken);
    this.#mark();
    while (this.#waiting[0] && this.#waiting[0].added <= woken) this.#waiting.shift()?.resolve();
    setImmediate(() => this.#wakeSlice());
  }

  #mark(): void {
    const last = this.#marks.at(-1);
    const at = performance.now();
    if (this.#queue.length === 0 || (last && (last.added === this.#added || at - last.at < MARK_EVERY)))
      return;
    this.#marks.push({ added: this.#added, at });
  }
}
