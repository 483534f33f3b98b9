import type { Draft } from '../service.js';
import * as resources from '../state/nouns.js';
import type { PalaverStore } from '../store/palaver-store.js';
import { stateOf } from '../store/store-state.js';

/** Where somebody writes: a channel, or a thread in it. */
export interface DraftPlace {
  readonly channelId: string;
  /** The first message of the thread; null for the channel itself. */
  readonly threadId: string | null;
}

/** Keeps texts on this device: `localStorage` is one. It is read at once, so a text is there when its field is shown. */
export interface DraftStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

export interface DraftKeeperOptions {
  readonly store: PalaverStore;
  readonly storage: DraftStorage;
  /** Begins the keys in the storage. Give each account one of its own. */
  readonly prefix: string;
  /** So long nothing must be typed before a text is given to the service, in milliseconds. 1,500 by default. */
  readonly pauseMs?: number;
}

/** What somebody has begun to write: at once on this device, and soon on all of theirs. */
export interface DraftKeeper {
  textOf(place: DraftPlace): string;
  /** Keeps a text in the place of the one before; an empty one for none. */
  write(place: DraftPlace, text: string): void;
  /** Calls `listener` whenever a text may have changed, until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** Stops. What was not given to the service yet is given by the next keeper with this storage. */
  close(): void;
}

/** The text of a place as this device knows it. */
interface Kept {
  readonly text: string;
  /** Whether the service does not have it yet. */
  readonly isNew: boolean;
  /** The last version that the service has told of, and whether its list has had that one. */
  readonly version: string | null;
  readonly isListed: boolean;
}

const NOTHING: Kept = { text: '', isNew: false, version: null, isListed: false };

export function keepDrafts(options: DraftKeeperOptions): DraftKeeper {
  return new Keeper(options);
}

class Keeper implements DraftKeeper {
  readonly #options: DraftKeeperOptions;
  readonly #kept = new Map<string, Kept>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #giving = new Set<string>();
  readonly #listeners = new Set<() => void>();
  readonly #stops: ReadonlyArray<() => void>;
  #closed = false;

  constructor(options: DraftKeeperOptions) {
    this.#options = options;
    const { store } = options;
    this.#stops = [
      store.watch(resources.drafts),
      store.subscribe(
        (state) => stateOf(state, resources.drafts),
        () => this.#hear(),
      ),
      store.subscribe(
        ({ connection }) => connection.status,
        (status) => status === 'live' && this.#giveAll(),
      ),
    ];
  }

  textOf(place: DraftPlace): string {
    const kept = this.#keptAt(place);
    return kept.isNew || kept.version !== null ? kept.text : (this.#listed(place)?.content ?? '');
  }

  write(place: DraftPlace, text: string): void {
    const before = this.#keptAt(place);
    const version = before.version ?? this.#listed(place)?.updatedAt ?? null;
    this.#set(place, { ...before, version, text, isNew: true });
    // One who empties the field has sent the text, or thrown it away.
    this.#giveSoon(place, text === '' ? 0 : (this.#options.pauseMs ?? 1_500));
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const stop of this.#stops) stop();
  }

  /** Another device, or this one, has changed a draft. What is being written here is not replaced. */
  #hear(): void {
    const { value, stale } = stateOf(this.#options.store.state, resources.drafts);
    if (value === null || stale) return;
    for (const [key, kept] of this.#kept) {
      if (kept.isNew || kept.version === null) continue;
      const place = placeOf(key);
      const listed = this.#listed(place);
      if (listed === null ? kept.isListed || kept.text === '' : listed.updatedAt > kept.version)
        this.#set(place, null);
      else if (listed !== null && !kept.isListed) this.#set(place, { ...kept, isListed: true });
    }
    for (const listener of [...this.#listeners]) listener();
  }

  #giveAll(): void {
    for (const [key, { isNew }] of this.#kept) if (isNew) this.#giveSoon(placeOf(key), 0);
  }

  #giveSoon(place: DraftPlace, ms: number): void {
    const key = keyOf(place);
    clearTimeout(this.#timers.get(key));
    this.#timers.set(
      key,
      setTimeout(() => void this.#give(place), ms),
    );
  }

  /** Gives a text to the service, one request of a place at a time. What is refused stays on this device. */
  async #give(place: DraftPlace): Promise<void> {
    const key = keyOf(place);
    const kept = this.#keptAt(place);
    if (this.#closed || !kept.isNew || this.#giving.has(key)) return;
    this.#giving.add(key);
    try {
      const version = await this.#put(place, kept);
      const now = this.#keptAt(place);
      const isSame = now.text === kept.text;
      this.#set(place, { text: now.text, isNew: !isSame, version, isListed: false });
      if (!isSame) this.#giveSoon(place, 0);
    } catch {
      // It stays new, and is given again with the next change and the next connection.
    } finally {
      this.#giving.delete(key);
      this.#hear();
    }
  }

  /** Returns the version of the service. Another device's newer text stays when this one's was sent. */
  async #put({ channelId, threadId }: DraftPlace, { text, version }: Kept): Promise<string | null> {
    const { store } = this.#options;
    const where = { channelId, ...(threadId === null ? {} : { threadId }) };
    if (text.trim() !== '') return (await store.putDraft({ ...where, content: text })).updatedAt;
    if (version === null) return null;
    await store.client.api.drafts.delete.mutate({ ...where, updatedAt: version }).catch(() => {});
    return version;
  }

  #listed({ channelId, threadId }: DraftPlace): Draft | null {
    const { value } = stateOf(this.#options.store.state, resources.drafts);
    return value?.find((draft) => draft.channelId === channelId && draft.threadId === threadId) ?? null;
  }

  #keptAt(place: DraftPlace): Kept {
    const key = keyOf(place);
    const known = this.#kept.get(key);
    if (known) return known;
    const kept = keptIn(this.#options.storage.getItem(this.#options.prefix + key));
    this.#kept.set(key, kept);
    return kept;
  }

  #set(place: DraftPlace, kept: Kept | null): void {
    // An answer that comes after the person has signed out must not bring the text back.
    if (this.#closed) return;
    const { storage, prefix } = this.#options;
    const key = keyOf(place);
    this.#kept.set(key, kept ?? NOTHING);
    if (kept === null || (kept.text === '' && !kept.isNew)) storage.removeItem(prefix + key);
    else storage.setItem(prefix + key, JSON.stringify(kept));
    for (const listener of [...this.#listeners]) listener();
  }
}

function keyOf({ channelId, threadId }: DraftPlace): string {
  return `${channelId} ${threadId ?? ''}`;
}

function placeOf(key: string): DraftPlace {
  const [channelId = '', threadId = ''] = key.split(' ');
  return { channelId, threadId: threadId === '' ? null : threadId };
}

/** What was stored, by this release or by one that stored nothing but the text. */
function keptIn(stored: string | null): Kept {
  if (stored === null) return NOTHING;
  try {
    const { text, isNew, version, isListed }: Partial<Kept> = Object(JSON.parse(stored));
    if (typeof text !== 'string') throw new TypeError('no text');
    return {
      text,
      isNew: isNew === true,
      version: typeof version === 'string' ? version : null,
      isListed: isListed === true,
    };
  } catch {
    return { ...NOTHING, text: stored, isNew: true };
  }
}
