/** The part of the browser's history and window that layers need. */
export interface Entries {
  /** Whether the current entry is one that stands for layers. */
  isLayer(): boolean;
  /** Adds such an entry. */
  push(): void;
  back(): void;
  /** Calls after what happens now, when one layer may have taken the place of another. */
  soon(act: () => void): void;
}

/**
 * What lies over the page, so that Back closes what was opened last. One entry of the history stands for all of it: it is added
 * with the first layer, and left when the last one is closed in another way.
 */
export class Layers {
  readonly #entries: Entries;
  readonly #open: Array<() => void> = [];

  constructor(entries: Entries) {
    this.#entries = entries;
  }

  /** Adds a layer. Returns a function that removes it, once it is closed. */
  enter(close: () => void): () => void {
    this.#open.push(close);
    if (!this.#entries.isLayer()) this.#entries.push();
    return () => {
      const index = this.#open.indexOf(close);
      if (index >= 0) this.#open.splice(index, 1);
      this.#entries.soon(() => {
        // Where a layer has led to another page, that entry is the current one.
        if (this.#open.length === 0 && this.#entries.isLayer()) this.#entries.back();
      });
    };
  }

  /** Another entry is shown. */
  moved(): void {
    if (this.#entries.isLayer()) {
      // It is left from a layer that has led to another page.
      if (this.#open.length === 0) this.#entries.back();
      return;
    }
    this.#open.at(-1)?.();
    this.#entries.soon(() => {
      if (this.#open.length > 0 && !this.#entries.isLayer()) this.#entries.push();
    });
  }
}
