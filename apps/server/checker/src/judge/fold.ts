import { isDeepStrictEqual } from 'node:util';
import type { FinalChannel, History, LoggedEvent, Message, Violation } from '../history.js';
import { type Folded, foldChannel } from './fold-channel.js';
import { groupBy } from './group.js';

const RULE = 'the log folds to the state';

/** The events of a channel, applied in order to nothing, make what REST shows. */
export function judgeFold({ final }: History): Violation[] {
  const logs = groupBy(final.log, ({ streamId }) => streamId);
  return final.channels.flatMap((channel) => compare(channel, foldLog(logs.get(channel.id) ?? [])));
}

function foldLog(log: readonly LoggedEvent[]): Folded {
  return foldChannel(log.map(({ event }) => event));
}

function compare(channel: FinalChannel, folded: Folded): Violation[] {
  const { id, memberCount, memberIds, messages, threads } = channel;
  const complain = (detail: string) => ({ rule: RULE, detail: `${id}: ${detail}` });
  const expected = [...folded.messages.values()];
  const found: Violation[] = folded.surprises.map(complain);
  if (memberCount !== folded.members.size)
    found.push(complain(`memberCount is ${memberCount}, the log makes ${folded.members.size}`));
  if (!isDeepStrictEqual(new Set(memberIds), folded.members))
    found.push(complain('its members are not those that the log makes'));
  const timeline = differences(
    messages,
    expected.filter(({ threadId }) => threadId === null),
  );
  const replies = differences(
    [...threads.values()].flat(),
    expected.filter(({ threadId }) => threadId !== null),
  );
  return [
    ...found,
    ...[...timeline, ...replies].map(complain),
    ...disorder([messages, ...threads.values()], expected).map(complain),
  ];
}

function differences(shown: readonly Message[], expected: readonly Message[]): string[] {
  const byId = new Map(shown.map((message) => [message.id, message]));
  const wanted = new Set(expected.map(({ id }) => id));
  const twice = shown.length === byId.size ? [] : [`REST shows ${shown.length - byId.size} messages twice`];
  const extra = shown
    .filter(({ id }) => !wanted.has(id))
    .map(({ id }) => `REST shows ${id}, the log does not`);
  const unlike = expected.flatMap((message) => {
    const found = byId.get(message.id);
    if (!found) return [`REST does not show ${message.id}`];
    if (isDeepStrictEqual(found, message)) return [];
    return [`REST shows ${JSON.stringify(found)}, the log makes ${JSON.stringify(message)}`];
  });
  return [...twice, ...extra, ...unlike];
}

/** Lists stand in the order of the log. */
function disorder(lists: ReadonlyArray<readonly Message[]>, expected: readonly Message[]): string[] {
  const rank = new Map(expected.map(({ id }, index) => [id, index]));
  return lists.flatMap((list) =>
    list.flatMap(({ id }, index) => {
      const before = list[index - 1];
      const inOrder = !before || (rank.get(before.id) ?? 0) < (rank.get(id) ?? 0);
      return inOrder ? [] : [`REST shows ${id} after ${before.id}, the log before it`];
    }),
  );
}
