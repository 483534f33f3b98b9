import type { Event } from '@palaver/core';
import { membershipChangeOf } from '../history/effect.js';
import type { ShownUnread } from '../history/final-state.js';
import type { History } from '../history/history.js';
import type { Operation } from '../history/operation.js';
import { groupBy } from '../support/group-by.js';
import type { Violation } from './violation.js';

/** Counts are exact up to this one. */
const COUNTED_MAX = 1_000;

type Post = Extract<Event, { type: 'message.created' }>['data'];

/**
 * What the service says at the end that a reader has not read is what the log and the reader's marks give, and the
 * reader's items of mentions are read up to there. A reader marks one message after the other, each until it is
 * answered. Where one never was, nothing is known of its channel.
 */
export function verifyReadState(history: History): Violation[] {
  const logs = groupBy(history.finalState.log, ({ streamId }) => streamId);
  return history.finalState.unread.flatMap((shown) => {
    const { userId, channelId } = shown;
    const marks = history.operations.filter(
      (one) => one.userId === userId && one.mark?.channelId === channelId,
    );
    if (marks.some(({ attempts }) => attempts.every(({ outcome }) => outcome.kind === 'info'))) return [];
    const log = (logs.get(channelId) ?? []).map(({ event }) => event);
    const position = positionOf(log, userId, marks);
    return [...verifyCounts(shown, log, position), ...verifyItems(history, shown, log, marks, position)];
  });
}

/** Where the reader is: at the end when they join, then where marks and own posts move them. Nobody goes back who posts. */
function positionOf(log: readonly Event[], userId: string, marks: readonly Operation[]): number {
  const seqs = new Map(postsOf(log).map(({ id, seq }) => [id, seq]));
  const joined = log.findLast((event) => {
    const change = membershipChangeOf(event);
    return change?.joined === true && change.userId === userId;
  });
  let position = joined?.data.seq ?? 0;
  for (const { mark, attempts } of marks) {
    const seq = seqs.get(mark?.messageId ?? '');
    if (seq === undefined || !attempts.some(({ outcome }) => outcome.kind === 'ok')) continue;
    position = mark?.unread ? seq - 1 : Math.max(position, seq);
  }
  const own = postsOf(log).filter((post) => post.userId === userId && post.threadId === null);
  return Math.max(position, ...own.map(({ seq }) => seq));
}

function verifyCounts(shown: ShownUnread, log: readonly Event[], position: number): Violation[] {
  const deletedIds = new Set(log.flatMap(({ type, data }) => (type === 'message.deleted' ? [data.id] : [])));
  const unread = postsOf(log).filter(
    ({ id, seq, threadId, userId }) =>
      threadId === null && seq > position && userId !== shown.userId && !deletedIds.has(id),
  );
  const capped = unread.length > COUNTED_MAX;
  const expected = {
    unreadCount: Math.min(unread.length, COUNTED_MAX),
    // Beyond the cap the service counts from the last mark, and not from a later message of one's own.
    mentionCount: capped
      ? shown.mentionCount
      : unread.filter(({ mentions }) => mentions.userIds.includes(shown.userId)).length,
    firstUnreadMessageId: capped ? null : (unread[0]?.id ?? null),
    capped,
  };
  const { userId, channelId, ...found } = shown;
  const [given, counted] = [JSON.stringify(found), JSON.stringify(pickLike(expected, found))];
  if (given === counted) return [];
  const detail = `${userId} in ${channelId} at ${position}: REST shows ${given}, the log gives ${counted}`;
  return [{ property: 'what is unread is what a recount finds', detail }];
}

/** The same values in the order of the other object's fields. */
function pickLike<Shape extends object>(expected: Shape, found: Shape): Shape {
  return { ...found, ...expected };
}

/** Whoever has gone back has read items before, which stay read: they are not judged. */
function verifyItems(
  { finalState: { inbox } }: History,
  { userId, channelId }: ShownUnread,
  log: readonly Event[],
  marks: readonly Operation[],
  position: number,
): Violation[] {
  if (marks.some(({ mark }) => mark?.unread)) return [];
  const seqs = new Map(postsOf(log).flatMap((post) => (post.threadId === null ? [[post.id, post.seq]] : [])));
  return inbox.flatMap((item): Violation[] => {
    const seq = item.userId === userId ? seqs.get(item.messageId) : undefined;
    if (seq === undefined || item.isRead === seq <= position) return [];
    const detail = `${userId} in ${channelId} at ${position}: the item of ${seq} is ${item.isRead ? 'read' : 'unread'}`;
    return [{ property: 'an item is read when its message is', detail }];
  });
}

function postsOf(log: readonly Event[]): Post[] {
  return log.flatMap(({ type, data }) => (type === 'message.created' ? [data] : []));
}
