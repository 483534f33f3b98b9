import { isDeepStrictEqual } from 'node:util';
import type { Event } from '@palaver/core';
import type { FinalChannel, Message } from '../history/final-state.js';
import type { History } from '../history/history.js';
import { groupBy } from '../support/group-by.js';
import { replayChannel } from './channel-model.js';
import type { Violation } from './violation.js';

/**
 * The model of each channel, replayed from its log as it was written and as it is stored at the end, equals what the REST
 * API shows. Only the last event of a message has its content.
 */
export function verifyReplay({ finalState }: History): Violation[] {
  const logs = groupBy(finalState.log, ({ streamId }) => streamId);
  return finalState.channels.flatMap((channel) => {
    const written = (logs.get(channel.id) ?? []).map(({ event }) => event);
    const stored = (logs.get(channel.id) ?? []).map((logged): Event => JSON.parse(logged.stored));
    const replayed = [
      ...replayChannel(written).contradictions,
      ...compare(channel, written),
      ...compare(channel, stored),
    ];
    return [
      ...replayed.map(
        (detail): Violation => ({
          property: 'the log replays to the final state',
          detail: `${channel.id}: ${detail}`,
        }),
      ),
      ...remainingContent(stored).map(
        (detail): Violation => ({
          property: 'what was edited or deleted is not in the log',
          detail: `${channel.id}: ${detail}`,
        }),
      ),
    ];
  });
}

/** The events that have content although a later event has superseded it, described. */
function remainingContent(stored: readonly Event[]): string[] {
  const found: string[] = [];
  const superseded = new Set<string>();
  const deleted = new Set<string>();
  for (const { type, data } of stored.toReversed()) {
    if (type === 'message.deleted') deleted.add(data.id);
    if (type === 'message.created' || type === 'message.updated') {
      const { id, seq, content, attachments, reactions } = data;
      const isEmpty = content === '' && attachments.length === 0 && reactions.length === 0;
      if ((superseded.has(id) || deleted.has(id)) && !isEmpty) found.push(`${seq} has content`);
      superseded.add(id);
    }
    if ((type === 'reaction.added' || type === 'reaction.removed') && deleted.has(data.messageId)) {
      if (data.emoji !== '') found.push(`${data.seq} has an emoji`);
    }
  }
  return found;
}

function compare(
  { memberCount, memberIds, pinnedIds, messages, threads }: FinalChannel,
  log: readonly Event[],
) {
  const model = replayChannel(log);
  const expected = [...model.messages.values()];
  const [roots, replies] = [
    expected.filter(({ threadId }) => threadId === null),
    expected.filter(({ threadId }) => threadId !== null),
  ];
  return [
    ...pinDifferences(pinnedIds, [...model.pinnedIds].reverse()),
    ...memberDifferences(memberCount, new Set(memberIds), model.members),
    ...messageDifferences(messages, roots),
    ...messageDifferences([...threads.values()].flat(), replies),
    ...[messages, ...threads.values()].flatMap((list) => misplaced(list, expected)),
  ];
}

function pinDifferences(shown: readonly string[], expected: readonly string[]): string[] {
  if (isDeepStrictEqual(shown, expected)) return [];
  return [`the pins are ${shown.join(', ')}, the log gives ${expected.join(', ')}`];
}

function memberDifferences(
  count: number,
  shown: ReadonlySet<string>,
  expected: ReadonlySet<string>,
): string[] {
  return [
    ...(count === expected.size ? [] : [`memberCount is ${count}, the log gives ${expected.size}`]),
    ...(isDeepStrictEqual(shown, expected) ? [] : ['the members are not those that the log gives']),
  ];
}

function messageDifferences(shown: readonly Message[], expected: readonly Message[]): string[] {
  const shownById = new Map(shown.map((message) => [message.id, message]));
  const expectedIds = new Set(expected.map(({ id }) => id));
  const repeated = shown.length - shownById.size;
  const extra = shown.filter(({ id }) => !expectedIds.has(id));
  const different = expected.flatMap((message) => {
    const found = shownById.get(message.id);
    if (!found) return [`REST does not show ${message.id}`];
    if (isDeepStrictEqual(found, message)) return [];
    return [`REST shows ${JSON.stringify(found)}, the log gives ${JSON.stringify(message)}`];
  });
  return [
    ...(repeated === 0 ? [] : [`REST shows ${repeated} messages twice`]),
    ...extra.map(({ id }) => `REST shows ${id}, the log does not`),
    ...different,
  ];
}

/** REST lists messages in the order of the log. */
function misplaced(list: readonly Message[], expected: readonly Message[]): string[] {
  const rank = new Map(expected.map(({ id }, index) => [id, index]));
  return list.flatMap(({ id }, index) => {
    const before = list[index - 1];
    const inOrder = !before || (rank.get(before.id) ?? 0) < (rank.get(id) ?? 0);
    return inOrder ? [] : [`REST shows ${id} after ${before.id}, the log before it`];
  });
}
