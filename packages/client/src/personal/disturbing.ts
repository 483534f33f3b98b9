import type { Notification } from '../service.js';
import * as resources from '../state/nouns.js';
import type { PalaverStore } from '../store/palaver-store.js';
import { stateOf } from '../store/store-state.js';

/** So long an item waits, in milliseconds: a device on which it is read at once has time to say so. */
const WAIT_MS = 1_000;

/**
 * Calls `tell` with each item of the inbox that comes, or counts up, from now on and that the service lets disturb: one
 * that is silent, as in quiet hours or while muted, and one that is read at once on any device is passed over. Returns a
 * function that ends it.
 */
export function onDisturbing(
  store: PalaverStore,
  tell: (item: Notification) => void,
  { waitMs = WAIT_MS }: { readonly waitMs?: number } = {},
): () => void {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const itemsNow = () => stateOf(store.state, resources.notifications).value?.items ?? [];
  /** The newest time of an item that is known; null until the inbox is. */
  let latest: string | null = null;

  function look(): void {
    const { status, value, stale } = stateOf(store.state, resources.notifications);
    if (status !== 'ready' || value === null || stale) return;
    const newest =
      value.items
        .map(({ updatedAt }) => updatedAt)
        .sort()
        .at(-1) ?? '';
    const since = latest;
    latest = since !== null && since > newest ? since : newest;
    // What came before the first look, or while the store was offline, is in the inbox, and no news.
    if (since === null || store.state.connection.status !== 'live') return;
    for (const { id, updatedAt } of value.items) if (updatedAt > since) wait(id, updatedAt);
  }

  function wait(id: string, updatedAt: string): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      const item = itemsNow().find((each) => each.id === id);
      if (item && item.updatedAt === updatedAt && item.readAt === null && !item.silent) tell(item);
    }, waitMs);
    timers.add(timer);
  }

  const stop = store.subscribe((state) => stateOf(state, resources.notifications), look);
  look();
  return () => {
    stop();
    for (const timer of timers) clearTimeout(timer);
  };
}
