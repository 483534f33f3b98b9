import type { PlacedEvent } from '../log/append-events.js';
import { userStream } from '../log/streams.js';

interface Owned {
  readonly id: string;
  readonly userId: string;
}

/** One event for each owner of items that were read. */
export function readEvents(items: readonly Owned[], now: Date): PlacedEvent[] {
  const readAt = now.toISOString();
  return eventsOf(items, (ids) => ({ type: 'notification.read', data: { ids, readAt } }));
}

/** One event for each owner of items that are gone. */
export function deletedEvents(items: readonly Owned[]): PlacedEvent[] {
  return eventsOf(items, (ids) => ({ type: 'notification.deleted', data: { ids } }));
}

function eventsOf(items: readonly Owned[], event: (ids: string[]) => PlacedEvent['event']): PlacedEvent[] {
  const byOwner = new Map<string, string[]>();
  for (const { id, userId } of items) byOwner.set(userId, [...(byOwner.get(userId) ?? []), id]);
  return [...byOwner].map(([userId, ids]) => ({ stream: userStream(userId), event: event(ids.sort()) }));
}
