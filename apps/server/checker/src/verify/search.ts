import type { Event } from '@palaver/core';
import { effects } from '../history/effect.js';
import type { FinalSearch, FinalState } from '../history/final-state.js';
import type { History, Search } from '../history/history.js';
import type { Violation } from './violation.js';

/**
 * No search finds a message whose deletion was acknowledged before it was invoked, or one of a channel that its user has
 * been removed from for as long as it takes. At the end every message is found, and nothing else.
 */
export function verifySearch(history: History): Violation[] {
  const deletedAt = deletionTimesOf(history);
  return [
    ...history.searches.flatMap((search) => foundDeleted(search, deletedAt)),
    ...history.searches.flatMap((search) => foundAfterRevocation(search, history)),
    ...history.finalState.searches.flatMap((search) => differences(search, history.finalState)),
  ];
}

/** When the deletion of each message was first acknowledged. */
function deletionTimesOf({ operations }: History): Map<string, number> {
  const times = new Map<string, number>();
  for (const { kind, effect, attempts } of operations) {
    const acknowledged = attempts.flatMap(({ outcome, completedAt }) =>
      outcome.kind === 'ok' ? [completedAt] : [],
    );
    if (kind === 'delete' && acknowledged.length > 0) times.set(effect, Math.min(...acknowledged));
  }
  return times;
}

function foundDeleted(
  { userId, q, invokedAt, found }: Search,
  deletedAt: ReadonlyMap<string, number>,
): Violation[] {
  return found.flatMap(({ id }): Violation[] => {
    const at = deletedAt.get(effects.deleted(id));
    if (at === undefined || at >= invokedAt) return [];
    const lateMs = Math.round(invokedAt - at);
    const detail = `${userId} finds ${id} by ${q}, ${lateMs} ms after its deletion`;
    return [{ property: 'what was deleted is not found', detail }];
  });
}

/** The statement of a search reads the database, so no lease of a node allows more. */
function foundAfterRevocation(
  { userId, q, invokedAt, completedAt, found }: Search,
  { revokedIntervals }: History,
): Violation[] {
  const lost = revokedIntervals
    .filter((interval) => interval.userId === userId)
    .filter(({ from, until }) => invokedAt > from && completedAt < until)
    .flatMap(({ streamIds }) => streamIds);
  return found.flatMap(({ id, channelId }): Violation[] => {
    if (!lost.includes(channelId)) return [];
    const detail = `${userId} finds ${id} in ${channelId} by ${q}`;
    return [{ property: 'nothing is found after revocation', detail }];
  });
}

function differences(search: FinalSearch, { log }: FinalState): Violation[] {
  const events = log.map(({ event }) => event);
  const missing = expectedOf(search, events).filter((id) => !search.foundIds.includes(id));
  const deleted = new Set(events.flatMap(({ type, data }) => (type === 'message.deleted' ? [data.id] : [])));
  const gone = search.foundIds.filter((id) => deleted.has(id));
  return [
    ...missing.map((id): Violation => ({ property: 'what is there is found', detail: `${id} is not found` })),
    ...gone.map(
      (id): Violation => ({ property: 'what was deleted is not found', detail: `${id} at the end` }),
    ),
  ];
}

function expectedOf({ of, limit, foundIds }: FinalSearch, events: readonly Event[]): string[] {
  const deleted = new Set(events.flatMap(({ type, data }) => (type === 'message.deleted' ? [data.id] : [])));
  // Of a text that many have, the newest are found.
  if ('messageId' in of) return deleted.has(of.messageId) || foundIds.length === limit ? [] : [of.messageId];
  const living = events.flatMap(({ type, data }) =>
    type === 'message.created' && data.channelId === of.channelId && !deleted.has(data.id) ? [data.id] : [],
  );
  // The newest are those with the greatest ids.
  return living.sort().slice(-limit);
}
