import { type Cursors, endedStreams } from './cursors.js';
import type { PalaverEvent, Position } from './frames.js';

interface Item {
  readonly event: PalaverEvent;
  /** The positions that the reader has reached with this event. */
  readonly positions: readonly Position[];
}

/** The events between the connection and the reader, and the cursors of the reader. */
export class EventQueue {
  readonly #max: number;
  readonly #cursors = new Map<string, number>();
  #items: Item[] = [];
  #ending: { readonly error: Error | null } | null = null;
  #wakeReader: () => void = () => {};
  #wakeWriter: () => void = () => {};

  constructor(max: number) {
    this.#max = max;
  }

  get full(): boolean {
    return this.#items.length >= this.#max;
  }

  /** By stream id, the `seq` of the last event that the reader has received. */
  get cursors(): Cursors {
    return Object.fromEntries(this.#cursors);
  }

  begin(cursors: Cursors): void {
    for (const [id, seq] of Object.entries(cursors)) this.#cursors.set(id, seq);
  }

  push(event: PalaverEvent, positions: readonly Position[]): void {
    this.#items.push({ event, positions });
    this.#wakeReader();
  }

  /** Removes the cursors of streams and their queued events. */
  forget(ids: readonly string[]): void {
    for (const id of ids) this.#cursors.delete(id);
    const kept = ({ streamId }: Position) => !ids.includes(streamId);
    this.#items = this.#items.flatMap(({ event, positions }) =>
      event.type === 'subscribed' || positions.every(kept)
        ? [{ event, positions: positions.filter(kept) }]
        : [],
    );
  }

  /** Resolves with the next event, or with null after the end. Throws the error of the end. */
  async next(): Promise<PalaverEvent | null> {
    for (;;) {
      const item = this.#items.shift();
      if (item) return this.#deliver(item);
      if (this.#ending?.error) throw this.#ending.error;
      if (this.#ending) return null;
      await new Promise<void>((resolve) => {
        this.#wakeReader = resolve;
      });
    }
  }

  /** Resolves when events may be pushed: at once, or after a full queue has been read to its end. */
  async waitForRoom(): Promise<void> {
    if (!this.full || this.#ending) return;
    await new Promise<void>((resolve) => {
      this.#wakeWriter = resolve;
    });
  }

  /** Ends the queue: with an error after the queued events, without one immediately. */
  end(error: Error | null): void {
    if (this.#ending) return;
    this.#ending = { error };
    if (error === null) this.#items = [];
    this.#wakeReader();
    this.#wakeWriter();
  }

  #deliver({ event, positions }: Item): PalaverEvent {
    for (const { streamId, seq } of positions) this.#cursors.set(streamId, seq);
    for (const id of endedStreams(event)) this.#cursors.delete(id);
    if (this.#items.length === 0) this.#wakeWriter();
    return event;
  }
}
