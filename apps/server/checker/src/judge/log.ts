import { membershipIn } from '../effects.js';
import type { FinalState, History, LoggedEvent, Violation } from '../history.js';
import { groupBy } from './group.js';

/** The log itself: dense places, heads that tell the truth, time that never runs backwards, one row an event. */
export function judgeLog({ final }: History): Violation[] {
  const streams = groupBy(final.log, ({ streamId }) => streamId);
  return [
    ...[...streams].flatMap(([id, events]) => [
      ...holes(id, events, final.heads.get(id) ?? 0),
      ...backwardTime(events),
      ...repeatedMemberships(events),
    ]),
    ...rowsWithoutEvent(final),
  ];
}

function holes(streamId: string, events: readonly LoggedEvent[], head: number): Violation[] {
  const rule = 'the log is dense';
  const found = events.flatMap(({ seq }, index) =>
    seq === index + 1 ? [] : [{ rule, detail: `${streamId}: place ${index + 1} holds ${seq}` }],
  );
  if (head === events.length) return found;
  return [...found, { rule, detail: `${streamId}: the head is at ${head} of ${events.length} events` }];
}

function backwardTime(events: readonly LoggedEvent[]): Violation[] {
  let latest = '';
  return events.flatMap(({ streamId, seq, event }) => {
    if (event.type !== 'message.created') return [];
    const before = latest;
    latest = event.data.createdAt;
    if (before <= latest) return [];
    return [
      {
        rule: 'createdAt never runs backwards',
        detail: `${streamId}:${seq} is of ${latest}, after ${before}`,
      },
    ];
  });
}

/** Nobody joins what they are in, or leaves what they are not in. */
function repeatedMemberships(events: readonly LoggedEvent[]): Violation[] {
  const last = new Map<string, string>();
  return events.flatMap(({ streamId, seq, event }) => {
    const membership = membershipIn(event);
    if (membership === null) return [];
    const { userId } = membership;
    const before = last.get(userId);
    last.set(userId, event.type);
    if (before !== event.type) return [];
    return [
      { rule: 'no write is done twice', detail: `${streamId}:${seq} repeats ${event.type} of ${userId}` },
    ];
  });
}

function rowsWithoutEvent({ log, rows }: FinalState): Violation[] {
  const rule = 'one row, one event';
  const told = new Map<string, string>();
  for (const { event } of log) {
    if (event.type === 'message.created')
      told.set(event.data.id, `${event.data.channelId}:${event.data.seq}`);
  }
  const wrong = rows.filter(({ id, channelId, seq }) => told.get(id) !== `${channelId}:${seq}`);
  const stored = new Set(rows.map(({ id }) => id));
  const missing = [...told].filter(([id]) => !stored.has(id));
  return [
    ...wrong.map(({ id }) => ({ rule, detail: `the row of message ${id} has no event at its place` })),
    ...missing.map(([id, place]) => ({ rule, detail: `message ${id} of ${place} has no row` })),
  ];
}
