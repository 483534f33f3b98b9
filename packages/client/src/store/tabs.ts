import { newKey } from '../api/idempotency.js';
import { deferred } from './deferred.js';

/** The tabs of one account that share a storage. */
export interface Tabs {
  /** Names this tab. */
  readonly id: string;
  /** Whether a tab is closed, so that nobody else will send what it has left. */
  isGone(tab: string): Promise<boolean>;
  /** Does something while no other tab does it. */
  alone(work: () => Promise<void>): Promise<void>;
  close(): void;
}

/** The part of the Web Locks API that is used. */
export interface Locks {
  request<Result>(
    name: string,
    options: { readonly ifAvailable?: boolean },
    callback: (lock: object | null) => Promise<Result>,
  ): Promise<Result>;
}

/** The locks of the browser; null where it has none. */
export function globalLocks(): Locks | null {
  // The DOM types say that both exist everywhere.
  const { navigator }: { navigator?: { readonly locks?: Locks } } = globalThis;
  return navigator?.locks ?? null;
}

/**
 * Each tab holds a lock as long as it lives. Without locks every tab takes over what it finds: then two tabs may send the
 * same message, which the service posts once by its nonce.
 */
export function tabsWith(locks: Locks | null, account: string): Tabs {
  const id = newKey();
  if (locks === null) {
    return { id, isGone: async () => true, alone: (work) => work(), close: () => {} };
  }
  const closed = deferred<void>();
  const nameOf = (tab: string) => `${account}:tab:${tab}`;
  locks.request(nameOf(id), {}, () => closed.promise).catch(() => {});
  return {
    id,
    isGone: (tab) =>
      tab === id
        ? Promise.resolve(false)
        : locks.request(nameOf(tab), { ifAvailable: true }, async (lock) => lock !== null),
    alone: (work) => locks.request(`${account}:outbox`, {}, work),
    close: closed.resolve,
  };
}
