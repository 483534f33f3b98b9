import type { Event } from '../protocol/events.js';

/** A call that moved a position, as it was answered. */
export interface Mark {
  readonly kind: 'forward' | 'back';
  readonly messageId: string;
  /** The position of the channel's log that the answer included. */
  readonly channelSeq: number;
}

/** What the log and the calls say that somebody has not read. */
export interface Recount {
  readonly unreadCount: number;
  readonly firstUnreadMessageId: string | null;
}

/** Counts by reading the whole log of a channel; null for who is no member. `marks` are in their order. */
export function recount(log: readonly Event[], userId: string, marks: readonly Mark[]): Recount | null {
  const joined = log.findLast((event) => event.type === 'member.joined' && event.data.user.id === userId);
  const left = log.findLast((event) => event.type === 'member.left' && event.data.userId === userId);
  if (!joined || (left && left.data.seq > joined.data.seq)) return null;
  const seqs = new Map(
    log.flatMap((event) => (event.type === 'message.created' ? [[event.data.id, event.data.seq]] : [])),
  );
  let position = joined.data.seq;
  let setBackAt = 0;
  for (const { kind, messageId, channelSeq } of marks) {
    const seq = seqs.get(messageId);
    if (channelSeq < joined.data.seq || seq === undefined) continue;
    position = kind === 'back' ? seq - 1 : Math.max(position, seq);
    if (kind === 'back') setBackAt = channelSeq;
  }
  const deleted = new Set(log.flatMap((event) => (event.type === 'message.deleted' ? [event.data.id] : [])));
  const posts = log.flatMap((event) =>
    event.type === 'message.created' && (event.data.threadId === null || event.data.alsoInChannel)
      ? [event.data]
      : [],
  );
  for (const post of posts) {
    if (post.userId === userId && post.seq > setBackAt) position = Math.max(position, post.seq);
  }
  const unread = posts.filter(
    ({ id, seq, userId: author }) => seq > position && author !== userId && !deleted.has(id),
  );
  return { unreadCount: unread.length, firstUnreadMessageId: unread[0]?.id ?? null };
}
