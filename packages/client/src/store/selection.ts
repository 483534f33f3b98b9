import { isSame } from './equality.js';
import type { StoreState } from './store-state.js';

/** A pure function of the state of a store. */
export type Selector<Selected> = (state: StoreState) => Selected;

/** What a selector makes of the state. It is another value only when something in it has changed. */
export interface Selection<Selected> {
  get(): Selected;
  /** Calls `listener` when `get` returns another value, until the returned function is called. */
  subscribe(listener: (selected: Selected) => void): () => void;
}

/** The state as of now, and who wants to know of the next one. */
export class Selections {
  readonly #listeners = new Set<() => void>();
  readonly #onSubscribed: () => void;
  #state: StoreState;

  constructor(state: StoreState, onSubscribed: () => void) {
    this.#state = state;
    this.#onSubscribed = onSubscribed;
  }

  get state(): StoreState {
    return this.#state;
  }

  set(state: StoreState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }

  select<Selected>(selector: Selector<Selected>): Selection<Selected> {
    let seen: StoreState | null = null;
    let selected: Selected | undefined;
    const get = (): Selected => {
      if (seen === this.#state && selected !== undefined) return selected;
      const next = selector(this.#state);
      const kept = selected !== undefined && isSame(selected, next) ? selected : next;
      seen = this.#state;
      selected = kept;
      return kept;
    };
    return {
      get,
      subscribe: (listener) => {
        this.#onSubscribed();
        let last = get();
        const check = () => {
          const next = get();
          if (Object.is(last, next)) return;
          last = next;
          listener(next);
        };
        this.#listeners.add(check);
        return () => void this.#listeners.delete(check);
      },
    };
  }
}
