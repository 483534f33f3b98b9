import type { Held } from './held.js';
import { viewIn } from './held.js';
import type { StoreStorage } from './storage.js';

/** What was stored longer ago is shown and read again, instead of asking for all events since. */
const CURRENT_MS = 60 * 60 * 1000;
const SAVE_MS = 1_000;
/** How many resources the storage has at most. */
const STORED_MAX = 150;
const INDEX = 'index';

/** Writes what is held to the storage soon after it has changed, and gives it back after a restart. */
export class StoredResources {
  readonly #storage: StoreStorage;
  readonly #held: (key: string) => Held | undefined;
  readonly #dirty = new Set<string>();
  /** The keys in the storage, those that were used last at the end. */
  #keys: readonly string[] = [];
  readonly #opened: Promise<void>;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(storage: StoreStorage, held: (key: string) => Held | undefined) {
    this.#storage = storage;
    this.#held = held;
    this.#opened = this.#open();
  }

  /** Learns what the storage has. */
  async #open(): Promise<void> {
    const [index] = await this.#storage.read([INDEX]).catch(() => []);
    this.#keys = Array.isArray(index) ? index.filter((key) => typeof key === 'string') : [];
  }

  /**
   * Gives a resource what was stored of it. `follow` says whether events can bring it up to date; else, and when it was stored
   * long ago, it has to be read again.
   */
  async restore(held: Held, follow: Parameters<Held['restore']>[2]): Promise<void> {
    await this.#opened;
    if (!this.#keys.includes(held.key)) return;
    const [stored] = await this.#storage.read([held.key]).catch(() => []);
    const { at, view: found }: { at?: unknown; view?: unknown } = Object(stored);
    const view = viewIn(found);
    const isCurrent = Math.abs(Date.now() - Number(at)) < CURRENT_MS;
    if (view !== null) held.restore(view, isCurrent, follow);
  }

  changed(key: string): void {
    this.#dirty.add(key);
    // A page that is hidden may be closed without another word: `flush` does not wait for this timer.
    this.#timer ??= setTimeout(() => void this.flush().catch(() => {}), SAVE_MS);
  }

  /** Writes what has changed. Rejects when the storage does; the same is then written with the next change. */
  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#dirty.size === 0) return;
    const changed = [...this.#dirty];
    this.#dirty.clear();
    const values = changed.map((key) => {
      const held = this.#held(key);
      const view = held?.stored();
      // An event that made it outdated lies before its positions: a restart would not see that event again.
      const at = held?.outdated ? 0 : Date.now();
      return [key, view === undefined ? undefined : { at, view }] as const;
    });
    const stored = values.filter(([, value]) => value !== undefined).map(([key]) => key);
    const keys = [...this.#keys.filter((key) => !changed.includes(key)), ...stored];
    this.#keys = keys.slice(-STORED_MAX);
    const removed = keys.slice(0, -STORED_MAX).map((key) => [key, undefined] as const);
    try {
      await this.#storage.write(new Map<string, unknown>([...removed, ...values, [INDEX, this.#keys]]));
    } catch (error) {
      for (const key of changed) this.#dirty.add(key);
      throw error;
    }
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#dirty.clear();
  }
}
