import { isDeepStrictEqual } from 'node:util';
import type { FinalChannel, LoggedEvent, Message } from '../history/final-state.js';
import type { History } from '../history/history.js';
import { groupBy } from '../support/group-by.js';
import { replayChannel } from './channel-model.js';
import type { Violation } from './violation.js';

/** The model of each channel, replayed from its log, equals what the REST API shows. */
export function verifyReplay({ finalState }: History): Violation[] {
  const logs = groupBy(finalState.log, ({ streamId }) => streamId);
  return finalState.channels.flatMap((channel) =>
    compare(channel, logs.get(channel.id) ?? []).map((detail) => ({
      property: 'the log replays to the final state',
      detail: `${channel.id}: ${detail}`,
    })),
  );
}

function compare({ memberCount, memberIds, messages, threads }: FinalChannel, log: readonly LoggedEvent[]) {
  const model = replayChannel(log.map(({ event }) => event));
  const expected = [...model.messages.values()];
  const [roots, replies] = [
    expected.filter(({ threadId }) => threadId === null),
    expected.filter(({ threadId }) => threadId !== null),
  ];
  return [
    ...model.contradictions,
    ...memberDifferences(memberCount, new Set(memberIds), model.members),
    ...messageDifferences(messages, roots),
    ...messageDifferences([...threads.values()].flat(), replies),
    ...[messages, ...threads.values()].flatMap((list) => misplaced(list, expected)),
  ];
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
