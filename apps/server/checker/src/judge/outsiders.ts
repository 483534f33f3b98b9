import type { Event } from '@palaver/core';
import { membershipIn } from '../effects.js';
import type { History, LoggedEvent, Violation } from '../history.js';
import { groupBy } from './group.js';

/** Nobody writes in a private channel that they have left, until they are back. */
export function judgeOutsiders({ final }: History): Violation[] {
  const logs = groupBy(final.log, ({ streamId }) => streamId);
  const hidden = final.channels.filter(({ isPrivate }) => isPrivate);
  return hidden.flatMap(({ id }) => judgeChannel(logs.get(id) ?? []));
}

function judgeChannel(log: readonly LoggedEvent[]): Violation[] {
  const gone = new Set<string>();
  return log.flatMap(({ streamId, seq, event }) => {
    const membership = membershipIn(event);
    if (membership?.joined === false) gone.add(membership.userId);
    if (membership?.joined === true) gone.delete(membership.userId);
    const writer = writerOf(event);
    if (writer === null || !gone.has(writer)) return [];
    return [{ rule: 'who has left does not write', detail: `${streamId}:${seq} is by ${writer}` }];
  });
}

function writerOf({ type, data }: Event): string | null {
  switch (type) {
    case 'message.created':
    case 'message.updated':
    case 'reaction.added':
    case 'reaction.removed':
      return data.userId;
    default:
      return null;
  }
}
