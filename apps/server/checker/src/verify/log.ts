import { membershipChangeOf } from '../history/effect.js';
import type { FinalState, LoggedEvent } from '../history/final-state.js';
import type { History } from '../history/history.js';
import { groupBy } from '../support/group-by.js';
import type { Violation } from './violation.js';

/**
 * Each stream's log by itself: its `seq` are 1, 2, 3 … up to the head, `createdAt` never decreases, memberships alternate,
 * and each message row has one event.
 */
export function verifyLog({ finalState }: History): Violation[] {
  const streams = groupBy(finalState.log, ({ streamId }) => streamId);
  return [
    ...[...streams].flatMap(([streamId, events]) => [
      ...gaps(streamId, events, finalState.heads.get(streamId) ?? 0),
      ...decreasingTimes(events),
      ...repeatedMemberships(events),
    ]),
    ...unmatchedRows(finalState),
  ];
}

function gaps(streamId: string, events: readonly LoggedEvent[], head: number): Violation[] {
  const violation = (detail: string): Violation => ({
    property: 'the log has no gaps',
    detail: `${streamId}: ${detail}`,
  });
  const found = events.flatMap(({ seq }, index) =>
    seq === index + 1 ? [] : [violation(`expected seq ${index + 1}, found ${seq}`)],
  );
  if (head === events.length) return found;
  return [...found, violation(`the head is ${head}, the number of events ${events.length}`)];
}

function decreasingTimes(events: readonly LoggedEvent[]): Violation[] {
  let previous = '';
  return events.flatMap(({ streamId, seq, event }): Violation[] => {
    if (event.type !== 'message.created') return [];
    const before = previous;
    previous = event.data.createdAt;
    if (before <= previous) return [];
    const detail = `${streamId}:${seq} has ${previous}, the message before it ${before}`;
    return [{ property: 'createdAt never decreases', detail }];
  });
}

/** A user joins only after leaving, and leaves only after joining. */
function repeatedMemberships(events: readonly LoggedEvent[]): Violation[] {
  const isMember = new Map<string, boolean>();
  return events.flatMap(({ streamId, seq, event }): Violation[] => {
    const change = membershipChangeOf(event);
    if (change === null) return [];
    const { userId, joined } = change;
    const before = isMember.get(userId);
    isMember.set(userId, joined);
    if (before !== joined) return [];
    const detail = `${streamId}:${seq} repeats ${event.type} of ${userId}`;
    return [{ property: 'no write is applied twice', detail }];
  });
}

function unmatchedRows({ log, rows }: FinalState): Violation[] {
  const violation = (detail: string): Violation => ({ property: 'every message row has one event', detail });
  const positions = new Map<string, string>();
  for (const { event } of log) {
    if (event.type === 'message.created')
      positions.set(event.data.id, `${event.data.channelId}:${event.data.seq}`);
  }
  const stored = new Set(rows.map(({ id }) => id));
  const wrong = rows.filter(({ id, channelId, seq }) => positions.get(id) !== `${channelId}:${seq}`);
  const missing = [...positions].filter(([id]) => !stored.has(id));
  return [
    ...wrong.map(({ id }) => violation(`the row of message ${id} has no event at its position`)),
    ...missing.map(([id, position]) => violation(`message ${id} at ${position} has no row`)),
  ];
}
