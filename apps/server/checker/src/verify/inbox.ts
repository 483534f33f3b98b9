import type { History } from '../history/history.js';
import { groupBy } from '../support/group-by.js';
import type { Violation } from './violation.js';

/**
 * Each mention is in the inbox of the person once. It is silent for a person who has muted the place, and a person who wants nothing has none. The
 * recount is made of the log as it was first written.
 */
export function verifyInbox({ finalState, silenced }: History): Violation[] {
  const { log, inbox } = finalState;
  const deletedIds = new Set(
    log.flatMap(({ event: { type, data } }) => (type === 'message.deleted' ? [data.id] : [])),
  );
  const expected = log.flatMap(({ event: { type, data } }) => {
    if (type !== 'message.created' || deletedIds.has(data.id)) return [];
    const people = data.mentions.userIds.filter((id) => id !== data.userId && id !== silenced.nothingId);
    return people.map((userId) => nameOf(userId, data.id, userId === silenced.mutedId));
  });
  // While a mute is switched, which of both was in force for a message is not known.
  const found = inbox.map(({ userId, messageId, isSilent }) =>
    nameOf(userId, messageId, isSilent && userId !== silenced.switchingId),
  );
  return [...differences(expected, found, 'is missing'), ...differences(found, expected, 'is not expected')];
}

function nameOf(userId: string, messageId: string, isSilent: boolean): string {
  return `${userId} ${messageId} ${isSilent}`;
}

/** What is in one list more often than in the other. */
function differences(all: readonly string[], others: readonly string[], what: string): Violation[] {
  const counts = groupBy(others, (name) => name);
  return [...groupBy(all, (name) => name)].flatMap(([name, group]): Violation[] => {
    if (group.length <= (counts.get(name)?.length ?? 0)) return [];
    return [{ property: 'every mention is in the inbox once', detail: `${name} ${what}` }];
  });
}
