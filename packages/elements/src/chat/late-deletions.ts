import type { PalaverStore } from '@palaver/client/store';
import { forgetOnDevice, keepOnDevice, keptKeys, keptOnDevice } from '../ui/on-device.js';

/** Sends a deletion that can still be undone. Resolves when the service has answered, also where it refuses. */
type Send = () => Promise<void>;

/** What waited longer was left by a page that was stopped: its message is shown again, and is not deleted unexpectedly. */
const WAITS_MAX_MS = 10 * 60_000;

/** The deletions of a session that can still be undone. Other tabs find them on the device. */
export class LateDeletions {
  readonly #prefix: string;
  readonly #waiting = new Map<string, Send>();

  constructor(userId: string) {
    this.#prefix = `palaver:deleting:${userId}:`;
  }

  /** Keeps the deletion of a message until the function that it returns is called. */
  keep(messageId: string, send: Send): () => void {
    this.#waiting.set(messageId, send);
    keepOnDevice(this.#prefix + messageId, String(Date.now()));
    return () => this.#leave(messageId);
  }

  /** Sends all of them, of which none can be undone from then on. Call it while the session has not ended. */
  async sendNow(): Promise<void> {
    const waiting = [...this.#waiting];
    for (const [messageId] of waiting) this.#leave(messageId);
    await Promise.all(waiting.map(([, send]) => send()));
  }

  /** The messages whose deletions wait in other tabs, which are forgotten: whoever ends the session for all tabs sends them. */
  takeOfOtherTabs(): readonly string[] {
    const keys = keptKeys(this.#prefix);
    const ids = keys.filter((key) => Date.now() - Number(keptOnDevice(key)) < WAITS_MAX_MS);
    for (const key of keys) forgetOnDevice(key);
    return ids.map((key) => key.slice(this.#prefix.length)).filter((id) => !this.#waiting.has(id));
  }

  #leave(messageId: string): void {
    this.#waiting.delete(messageId);
    forgetOnDevice(this.#prefix + messageId);
  }
}

const ofStores = new WeakMap<PalaverStore, LateDeletions>();

export function lateDeletionsOf(store: PalaverStore): LateDeletions {
  const known = ofStores.get(store) ?? new LateDeletions(store.state.userId ?? '');
  ofStores.set(store, known);
  return known;
}
