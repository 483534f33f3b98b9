import { plainArrayLiteral, statement, type Transaction } from '@palaver/db';
import { type SQL, sql } from 'drizzle-orm';
import { iso, type JsonInstant } from '../kernel/sql/instant.js';
import { LAST_REPLIES_MAX, type LastReply, type Message } from '../protocol/records/message.js';

/** As a statement that reads JSON has it. */
export interface LastReplyJson {
  readonly userId: string;
  readonly createdAt: JsonInstant;
}

/**
 * SQL of the newest replies of a thread (id, user_id, created_at, seq), the newest first: of those that the thread alone has, and of those
 * that the list of the channel has as well. They are read by two indexes, `most` rows of each, and so are never stored twice.
 */
const newestReplies = (root: string, most: string | number): string => `
  select * from (
    (select reply.id, reply.user_id, reply.created_at, reply.seq from messages reply
      where reply.thread_id = ${root} and reply.deleted_at is null order by reply.seq desc limit ${most})
    union all
    (select reply.id, reply.user_id, reply.created_at, reply.seq from channel_replies listed cross join lateral (
        select * from messages where messages.id = listed.message_id and messages.deleted_at is null offset 0
      ) reply where listed.root_id = ${root} order by listed.seq desc limit ${most})
  ) newest order by seq desc limit ${most}`;

/** Of a message of a statement that reads `messages`; without replies no index is asked. */
export const lastRepliesColumn: SQL = sql.raw(`case when messages.reply_count = 0 then '[]'::json else (
  select coalesce(json_agg(json_build_object('userId', user_id, 'createdAt', created_at at time zone 'UTC') order by seq desc), '[]')
  from (${newestReplies('messages.id', LAST_REPLIES_MAX)}) last) end`);

const newestOf = statement<LastReplyJson & { rootId: string; id: string }>(`
  select asked.root_id as "rootId", reply.id, reply.user_id as "userId", to_json(reply.created_at at time zone 'UTC') as "createdAt"
  from unnest($1::text::uuid[], $2::text::int[]) asked (root_id, most)
  cross join lateral (${newestReplies('asked.root_id', 'asked.most')}) reply
  order by asked.root_id, reply.seq desc`);

/** By the first message of each thread: its last replies without those that are being deleted, of which the rows are still there. */
export async function lastRepliesWithout(
  tx: Transaction,
  deleted: ReadonlyArray<Pick<Message, 'id' | 'threadId'>>,
): Promise<ReadonlyMap<string | null, LastReply[]>> {
  const most = new Map<string, number>();
  for (const { threadId } of deleted)
    if (threadId !== null) most.set(threadId, (most.get(threadId) ?? LAST_REPLIES_MAX) + 1);
  const left = new Map<string | null, LastReply[]>();
  if (most.size === 0) return left;
  const gone = new Set(deleted.map(({ id }) => id));
  const rows = await newestOf(tx, [
    plainArrayLiteral([...most.keys()]),
    plainArrayLiteral([...most.values()]),
  ]);
  for (const { rootId, id, userId, createdAt } of rows) {
    const of = left.get(rootId) ?? [];
    if (!gone.has(id) && of.length < LAST_REPLIES_MAX) of.push({ userId, createdAt: iso(createdAt) });
    left.set(rootId, of);
  }
  return left;
}
