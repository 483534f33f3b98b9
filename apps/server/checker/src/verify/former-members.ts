import type { Event } from '@palaver/core';
import { membershipChangeOf } from '../history/effect.js';
import type { LoggedEvent } from '../history/final-state.js';
import type { History } from '../history/history.js';
import { groupBy } from '../support/group-by.js';
import type { Violation } from './violation.js';

/** Nobody writes in a private channel between leaving it and joining it again. */
export function verifyFormerMembers({ finalState }: History): Violation[] {
  const logs = groupBy(finalState.log, ({ streamId }) => streamId);
  const privateChannels = finalState.channels.filter(({ isPrivate }) => isPrivate);
  return privateChannels.flatMap(({ id }) => writesOfFormerMembers(logs.get(id) ?? []));
}

function writesOfFormerMembers(log: readonly LoggedEvent[]): Violation[] {
  const former = new Set<string>();
  return log.flatMap(({ streamId, seq, event }): Violation[] => {
    const change = membershipChangeOf(event);
    if (change?.joined === false) former.add(change.userId);
    if (change?.joined === true) former.delete(change.userId);
    const writerId = writerOf(event);
    if (writerId === null || !former.has(writerId)) return [];
    return [{ property: 'no former member writes', detail: `${streamId}:${seq} is by ${writerId}` }];
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
