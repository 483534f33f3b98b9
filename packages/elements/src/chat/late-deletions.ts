import type { PalaverStore } from '@palaver/client/store';

/** Sends a deletion that can still be undone. Resolves when the service has answered, also where it refuses. */
type Send = () => Promise<void>;

/** The deletions of a session that can still be undone. */
export class LateDeletions {
  readonly #waiting = new Set<Send>();

  /** Keeps one until the function that it returns is called. */
  keep(send: Send): () => void {
    this.#waiting.add(send);
    return () => void this.#waiting.delete(send);
  }

  /** Sends all of them, of which none can be undone from then on. Call it while the session has not ended. */
  async sendNow(): Promise<void> {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    await Promise.all(waiting.map((send) => send()));
  }
}

const ofStores = new WeakMap<PalaverStore, LateDeletions>();

export function lateDeletionsOf(store: PalaverStore): LateDeletions {
  const known = ofStores.get(store) ?? new LateDeletions();
  ofStores.set(store, known);
  return known;
}
