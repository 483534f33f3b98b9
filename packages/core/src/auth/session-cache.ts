import { LRUCache } from 'lru-cache';
import { atMost } from '../kernel/concurrency/at-most.js';
import { batched } from '../kernel/concurrency/batched.js';
import type { Resources } from '../procedures/services.js';
import { type FoundSession, findSessions } from './session-queries.js';

/**
 * How long a session that has ended on another node may still count here, in milliseconds, as the product sets it. It is
 * less than the lease of the hub, so that no session outlives it. One that ends here counts at once.
 */
const TRUST_MS = 1_000;
/** How old may be when and from where a session was used last, which another node may have written. */
const KEEP_MS = 60_000;
const SESSIONS_MAX = 10_000;
/** The number of tokens that one statement looks up at most. */
const LOOKUPS_MAX = 256;

/** Knows of the sessions with an open connection that they are live, as it compares them with the database. */
export interface LiveSessions {
  /** Whether the session was live at some instant of the last `withinMs`. */
  isKnownLive(sessionId: string, withinMs: number): boolean;
}

interface Entry {
  readonly found: FoundSession;
  /** When the look-up began, on the clock of `performance`. */
  readonly start: number;
}

/**
 * The sessions that were looked up within the last second, so that a busy client costs one look-up a second; with an open
 * connection, one a minute.
 */
export class SessionCache {
  readonly #cache = new LRUCache<string, Entry>({ ...atMost(SESSIONS_MAX), ttl: KEEP_MS, ttlResolution: 0 });
  readonly #find: (hash: string) => Promise<FoundSession | null>;
  readonly #live: LiveSessions;
  readonly #unsubscribe: () => void;
  /** The number of sessions that have ended since the start. */
  #endedCount = 0;

  constructor({ db, bus, clock }: Pick<Resources, 'db' | 'bus' | 'clock'>, live: LiveSessions) {
    this.#find = batched((hashes) => findSessions(db, hashes, clock.now()), LOOKUPS_MAX);
    this.#live = live;
    this.#unsubscribe = bus.onSessionEnd(({ sessionId }) => this.#end(sessionId));
  }

  /** Unsubscribes from the bus. */
  close(): void {
    this.#unsubscribe();
  }

  /** The session of the token with this hash (`hexHashOf`), if it is in the cache and was live within the last second. */
  cached(hash: string): FoundSession | undefined {
    const entry = this.#cache.get(hash);
    if (entry === undefined) return undefined;
    const { found, start } = entry;
    const isRecent = performance.now() - start <= TRUST_MS;
    return isRecent || this.#live.isKnownLive(found.session.id, TRUST_MS) ? found : undefined;
  }

  /** Looks the session up; null when there is none. It is not cached when a session ends at the same time. */
  async find(hash: string): Promise<FoundSession | null> {
    const endedCount = this.#endedCount;
    const start = performance.now();
    const found = await this.#find(hash);
    if (found && endedCount === this.#endedCount) this.#cache.set(hash, { found, start }, { start });
    return found;
  }

  #end(sessionId: string): void {
    this.#endedCount++;
    for (const [hash, { found }] of this.#cache.entries()) {
      if (found.session.id === sessionId) this.#cache.delete(hash);
    }
  }
}
