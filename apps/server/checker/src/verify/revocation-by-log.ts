import { membershipChangeOf } from '../history/effect.js';
import type { History } from '../history/history.js';
import type { SubscriberHistory } from '../history/subscriber-history.js';
import { groupBy } from '../support/group-by.js';

interface Membership {
  readonly seq: number;
  readonly joined: boolean;
}

/** The membership changes in each stream that only members receive, by stream and user. */
type Memberships = ReadonlyMap<string, readonly Membership[]>;

/** Events and subscriptions that came after the user's `member.left`, described. */
export function revokedByLog(history: History): string[] {
  const memberships = membershipsOf(history);
  return history.subscribers.flatMap((subscriber) => verifySubscriber(subscriber, memberships));
}

function membershipsOf({ serverId, finalState }: History): Memberships {
  const privateIds = finalState.channels.filter(({ isPrivate }) => isPrivate).map(({ id }) => id);
  const restricted = new Set([serverId, ...privateIds]);
  const changes = finalState.log.flatMap(({ streamId, seq, event }) => {
    const change = restricted.has(streamId) ? membershipChangeOf(event) : null;
    return change ? [{ userId: change.userId, streamId, seq, joined: change.joined }] : [];
  });
  return groupBy(changes, ({ streamId, userId }) => `${streamId} ${userId}`);
}

/**
 * The `seq` of `subscribed` is the position at which the service authorized the subscription. The first `member.left`
 * after it is the last event that this subscription may deliver.
 */
function verifySubscriber({ name, userId, entries }: SubscriberHistory, memberships: Memberships): string[] {
  const lastAllowed = new Map<string, number>();
  return entries.flatMap((entry) => {
    const where = `${name}, connection ${entry.connection}`;
    if (entry.kind === 'opened') lastAllowed.clear();
    if (entry.kind === 'subscribed') {
      return entry.channels.flatMap(({ id, seq }) => {
        const changes = memberships.get(`${id} ${userId}`) ?? [];
        const nextLeave = changes.find((change) => change.seq > seq && !change.joined);
        lastAllowed.set(id, nextLeave?.seq ?? Number.POSITIVE_INFINITY);
        const hadLeft = changes.findLast((change) => change.seq <= seq)?.joined === false;
        return hadLeft ? [`${where}: subscribed to ${id} at ${seq}, after leaving it`] : [];
      });
    }
    if (entry.kind !== 'event') return [];
    const { streamId, seq } = entry.position;
    const allowed = lastAllowed.get(streamId) ?? Number.POSITIVE_INFINITY;
    return seq <= allowed ? [] : [`${where}: received ${streamId}:${seq}, but left at ${allowed}`];
  });
}
