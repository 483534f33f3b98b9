import { LRUCache } from 'lru-cache';
import { atMost } from '../kernel/concurrency/at-most.js';
import { batched } from '../kernel/concurrency/batched.js';
import type { Resources } from '../procedures/services.js';
import { type FoundSession, findSessions } from './session-queries.js';

/**
 * How long a session that has ended on another node may still count here, in milliseconds from the start of its
 * look-up. It is less than the lease of the hub, so that no session outlives it. One that ends here counts at once.
 */
const TRUST_MS = 1_000;
const SESSIONS_MAX = 10_000;
/** The number of tokens that one statement looks up at most. */
const LOOKUPS_MAX = 256;

/** The sessions that were looked up within the last second, so that a busy client costs one look-up a second. */
export class SessionCache {
  readonly #cache = new LRUCache<string, FoundSession>({
    ...atMost(SESSIONS_MAX),
    ttl: TRUST_MS,
    ttlResolution: 0,
  });
  readonly #find: (hash: string) => Promise<FoundSession | null>;
  readonly #unsubscribe: () => void;
  /** The number of sessions that have ended since the start. */
  #endedCount = 0;

  constructor({ db, bus, clock }: Pick<Resources, 'db' | 'bus' | 'clock'>) {
    this.#find = batched((hashes) => findSessions(db, hashes, clock.now()), LOOKUPS_MAX);
    this.#unsubscribe = bus.onSessionEnd(({ sessionId }) => this.#end(sessionId));
  }

  /** Unsubscribes from the bus. */
  close(): void {
    this.#unsubscribe();
  }

  /** The session of the token with this hash (`hexHashOf`), if it is in the cache. */
  cached(hash: string): FoundSession | undefined {
    return this.#cache.get(hash);
  }

  /** Looks the session up; null when there is none. It is not cached when a session ends at the same time. */
  async find(hash: string): Promise<FoundSession | null> {
    const endedCount = this.#endedCount;
    const start = performance.now();
    const found = await this.#find(hash);
    if (found && endedCount === this.#endedCount) this.#cache.set(hash, found, { start });
    return found;
  }

  #end(sessionId: string): void {
    this.#endedCount++;
    for (const [hash, { session }] of this.#cache.entries()) {
      if (session.id === sessionId) this.#cache.delete(hash);
    }
  }
}
