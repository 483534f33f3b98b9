import { LRUCache } from 'lru-cache';
import type { Bus } from '../events/bus.js';
import type { SessionHolder } from './queries.js';

/** How long another node's logout may go unnoticed here, in milliseconds; this node's own counts at once. */
const TRUST_MS = 1_000;
const SESSIONS_MAX = 10_000;

/** The sessions that were looked up a moment ago, so that a busy client costs one look-up a second. */
export class SessionCache {
  readonly #held = new LRUCache<string, SessionHolder>({ max: SESSIONS_MAX, ttl: TRUST_MS });
  /** How many sessions have ended so far. */
  #endings = 0;

  constructor(bus: Pick<Bus, 'onSessionEnd'>) {
    bus.onSessionEnd(({ sessionId }) => this.#end(sessionId));
  }

  /** The session of this token, from memory or by `find`. What ends while it is looked up is not kept. */
  async get(tokenHash: Buffer, find: () => Promise<SessionHolder | null>): Promise<SessionHolder | null> {
    const name = tokenHash.toString('base64');
    const known = this.#held.get(name);
    if (known) return known;
    const endings = this.#endings;
    const found = await find();
    if (found && endings === this.#endings) this.#held.set(name, found);
    return found;
  }

  #end(sessionId: string): void {
    this.#endings++;
    for (const [name, { session }] of this.#held.entries()) {
      if (session.id === sessionId) this.#held.delete(name);
    }
  }
}

const caches = new WeakMap<object, SessionCache>();

/** The cache of this process, which is to say of its bus. */
export function sessionCacheOf({ bus }: { readonly bus: Bus }): SessionCache {
  const known = caches.get(bus);
  if (known) return known;
  const cache = new SessionCache(bus);
  caches.set(bus, cache);
  return cache;
}
