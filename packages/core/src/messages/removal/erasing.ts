import { plainArrayLiteral, type Queryable, statement, type Transaction } from '@palaver/db';

export { eraseReactions } from '../reactions/erase.js';
export { deleteReportsOf } from '../reports/queries.js';
export { DELETIONS_MAX, deleteSome } from './delete-some.js';

/** What is to be deleted in a channel: messages, and of authors their reactions to those of others. */
export interface Extent {
  readonly channelId: string;
  /** Null for everybody. */
  readonly authorIds: readonly string[] | null;
  /** Those from before; null for all. */
  readonly before: Date | null;
}

/** How far a channel is done: messages up to a position with their replies, and then the replies to deleted messages. */
export interface Place {
  readonly seq: number;
  /** Null while messages are looked at that are not deleted. */
  readonly threadId: string | null;
}

/** What is found after a place. */
export interface Due {
  /** Those to delete or to take reactions from, in their order: of a thread, the replies come first. */
  readonly messages: ReadonlyArray<{ readonly id: string; readonly seq: number; readonly threadId: string }>;
  /** Where it goes on after all of them; null at the end of the channel. */
  readonly next: Place | null;
}

/** Messages of the channel that are looked at in one statement, each with its replies. */
const ROOTS = 500;

const OWN = `($3::text is null or message.user_id = any($3::text::uuid[]))
  and ($4::text is null or message.created_at < $4::text::timestamptz)`;
const REACTED = `$3::text is not null and exists (
  select from reactions reaction where reaction.message_id = message.id and reaction.user_id = any($3::text::uuid[])
    and ($4::text is null or reaction.created_at < $4::text::timestamptz))`;
const DUE = `(${OWN} or ${REACTED})`;

/** The next messages of a channel and of its threads, where `roots` has the next messages with threads. */
const dueOf = (roots: string) => `
  with roots as materialized (${roots}), due as (
    select message.id, root.seq, root.id as thread_id from roots root cross join lateral (
      (select message.id, message.seq from messages message
      where root.reply_count > 0 and message.thread_id = root.id and message.deleted_at is null and ${DUE}
      order by message.seq limit $5::text::int)
      union all
      select message.id, null from messages message where message.id = root.id and message.deleted_at is null and ${DUE}
    ) message order by root.seq, root.id, message.seq nulls last limit $5::text::int
  )
  select
    coalesce((select json_agg(json_build_object('id', id, 'seq', seq, 'threadId', thread_id)) from due), '[]') as messages,
    (select json_build_object('seq', seq, 'threadId', id, 'isYoung', $4::text is not null and created_at >= $4::text::timestamptz)
      from roots order by seq desc, id desc limit 1) as last,
    (select count(*) from roots) as found`;

interface Found {
  readonly messages: Due['messages'];
  readonly last: { readonly seq: number; readonly threadId: string; readonly isYoung: boolean } | null;
  readonly found: string;
}

const readLiving = statement<Found>(
  dueOf(`
    select id, seq, reply_count, created_at from messages
    where channel_id = $1::text::uuid and seq > $2::text::bigint and thread_id is null and deleted_at is null
    order by seq limit ${ROOTS}`),
);

const readDeleted = statement<Found>(
  dueOf(`
    select message.id, 0::bigint as seq, message.reply_count, message.created_at from deleted_roots deleted
    join messages message on message.id = deleted.thread_id
    where deleted.channel_id = $1::text::uuid and deleted.thread_id > $2::text::uuid
    order by deleted.thread_id limit ${ROOTS}`),
);

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Finds the next messages that are to be deleted. A reply is never older than its root, and seq is the order of time: with
 * `stopsAtYoung` it ends where messages are not from before, which holds but for what was imported into the channel later.
 */
export async function findDue(
  q: Queryable,
  extent: Extent,
  place: Place,
  { limit, stopsAtYoung }: { readonly limit: number; readonly stopsAtYoung: boolean },
): Promise<Due> {
  const { channelId, authorIds, before } = extent;
  const { seq, threadId } = place;
  const read = threadId === null ? readLiving : readDeleted;
  const after = threadId ?? String(seq);
  const authors = authorIds && plainArrayLiteral(authorIds);
  const [row] = await read(q, [channelId, after, authors, before?.toISOString() ?? null, String(limit)]);
  if (!row) throw new Error('a statement without a table answers one row');
  const { messages, last, found } = row;
  const isEnd = Number(found) < ROOTS;
  if (threadId !== null) {
    return { messages, next: isEnd || last === null ? null : { seq, threadId: last.threadId } };
  }
  const isDone = isEnd || last === null || (stopsAtYoung && last.isYoung);
  return { messages, next: isDone ? { seq, threadId: FIRST_ID } : { seq: last.seq, threadId: null } };
}

/** Where it goes on after some of what was found: the last of them may have more replies, so its root comes again. */
export function placeAfter(
  place: Place,
  { messages, next }: Due,
  looked: number,
  limit: number,
): Place | null {
  const isAll = looked === messages.length && messages.length < limit;
  if (isAll) return next;
  const last = messages[looked - 1];
  if (!last) return place;
  // The root of the last one is looked at again.
  return place.threadId === null ? { seq: Math.max(place.seq, last.seq - 1), threadId: null } : place;
}

const forget = statement(`
  delete from deleted_roots root where root.channel_id = $1::text::uuid
    and root.thread_id > $2::text::uuid and ($3::text is null or root.thread_id <= $3::text::uuid)
    and not exists (select from messages reply where reply.thread_id = root.thread_id and reply.deleted_at is null)`);

/** Forgets the deleted messages between two places that have no reply any more. */
export async function forgetDeletedRoots(
  tx: Transaction,
  channelId: string,
  from: Place,
  to: Place | null,
): Promise<void> {
  if (from.threadId === null) return;
  await forget(tx, [channelId, from.threadId, to?.threadId ?? null]);
}
