import { type Cursors, lostBy } from './cursors.js';
import type { PalaverEvent, Position } from './frames.js';

interface Item {
  readonly event: PalaverEvent;
  /** Where the reader stands once it has been handed the event. */
  readonly places: readonly Position[];
}

/** Events on their way from the connection to the one who reads them, and how far the reader is. */
export class Inbox {
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

  /** By stream, the last event handed over. */
  get cursors(): Cursors {
    return Object.fromEntries(this.#cursors);
  }

  begin(cursors: Cursors): void {
    for (const [id, seq] of Object.entries(cursors)) this.#cursors.set(id, seq);
  }

  push(event: PalaverEvent, places: readonly Position[]): void {
    this.#items.push({ event, places });
    this.#wakeReader();
  }

  /** Forgets streams, and what waits of them. */
  forget(ids: readonly string[]): void {
    for (const id of ids) this.#cursors.delete(id);
    const kept = ({ streamId }: Position) => !ids.includes(streamId);
    this.#items = this.#items
      .map(({ event, places }) => ({ event, places: places.filter(kept), had: places.length }))
      .filter(({ event, places, had }) => event.type === 'subscribed' || places.length === had);
  }

  /** The next event, as soon as there is one; null after the end. Throws the error that it ended with. */
  async take(): Promise<PalaverEvent | null> {
    for (;;) {
      const item = this.#items.shift();
      if (item) return this.#hand(item);
      if (this.#ending?.error) throw this.#ending.error;
      if (this.#ending) return null;
      await new Promise<void>((resolve) => {
        this.#wakeReader = resolve;
      });
    }
  }

  /** Resolves when there is room; once it has been full, not before all of it has been read. */
  async room(): Promise<void> {
    if (!this.full || this.#ending) return;
    await new Promise<void>((resolve) => {
      this.#wakeWriter = resolve;
    });
  }

  /** Ends it: with an error, once what waits has been read; without one, here and now. */
  end(error: Error | null): void {
    if (this.#ending) return;
    this.#ending = { error };
    if (error === null) this.#items = [];
    this.#wakeReader();
    this.#wakeWriter();
  }

  #hand({ event, places }: Item): PalaverEvent {
    for (const { streamId, seq } of places) this.#cursors.set(streamId, seq);
    for (const id of lostBy(event)) this.#cursors.delete(id);
    if (this.#items.length === 0) this.#wakeWriter();
    return event;
  }
}
