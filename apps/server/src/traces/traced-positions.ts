import type { Context } from '@opentelemetry/api';

/** Events whose delivery may still come: more than a service commits while its subscribers read a gap of the log. */
const EVENTS_MAX = 10_000;

/** Where and when an event was committed. */
export interface Committed {
  readonly context: Context;
  /** On the clock of `Date`. */
  readonly at: number;
}

/**
 * The commits of events by the events' positions in the log, which is all that a delivery knows of an event. The oldest
 * ones go first: an event without a subscriber in this process is never delivered here.
 */
export class TracedPositions {
  readonly #byPosition = new Map<string, Committed>();

  set(streamId: string, seq: number, committed: Committed): void {
    if (this.#byPosition.size >= EVENTS_MAX) {
      const [oldest] = this.#byPosition.keys();
      if (oldest !== undefined) this.#byPosition.delete(oldest);
    }
    this.#byPosition.set(`${streamId} ${seq}`, committed);
  }

  /** Once for each event. */
  take(streamId: string, seq: number): Committed | undefined {
    const position = `${streamId} ${seq}`;
    const committed = this.#byPosition.get(position);
    if (committed) this.#byPosition.delete(position);
    return committed;
  }
}
