import { LRUCache } from 'lru-cache';
import { batched } from '../kernel/concurrency/batched.js';
import type { Resources } from '../procedures/services.js';
import { type FoundSession, findSessions } from './queries.js';

/** How long another node's logout may go unnoticed here, in milliseconds; this node's own counts at once. */
const TRUST_MS = 1_000;
const SESSIONS_MAX = 10_000;
/** As many tokens as one statement looks up. */
const LOOKUPS_MAX = 256;

/** The sessions that were looked up a moment ago, so that a busy client costs one look-up a second. */
export class SessionCache {
  readonly #held = new LRUCache<string, FoundSession>({ max: SESSIONS_MAX, ttl: TRUST_MS });
  readonly #find: (hash: string) => Promise<FoundSession | null>;
  readonly #leaveBus: () => void;
  /** How many sessions have ended so far. */
  #endings = 0;

  constructor({ db, bus, clock }: Pick<Resources, 'db' | 'bus' | 'clock'>) {
    this.#find = batched((hashes) => findSessions(db, hashes, clock.now()), LOOKUPS_MAX);
    this.#leaveBus = bus.onSessionEnd(({ sessionId }) => this.#end(sessionId));
  }

  /** Leaves the bus. */
  close(): void {
    this.#leaveBus();
  }

  /** The session of the token with this hash (`hexHashOf`), where it was looked up a moment ago. */
  held(hash: string): FoundSession | undefined {
    return this.#held.get(hash);
  }

  /** Looks the session up; null when there is none. What ends meanwhile is not kept. */
  async find(hash: string): Promise<FoundSession | null> {
    const endings = this.#endings;
    const found = await this.#find(hash);
    if (found && endings === this.#endings) this.#held.set(hash, found);
    return found;
  }

  #end(sessionId: string): void {
    this.#endings++;
    for (const [hash, { session }] of this.#held.entries()) {
      if (session.id === sessionId) this.#held.delete(hash);
    }
  }
}
