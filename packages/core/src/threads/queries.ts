import {
  plainArrayLiteral,
  prepared,
  type Queryable,
  statement,
  type Transaction,
  tables,
} from '@palaver/db';
import { and, eq, lt, sql } from 'drizzle-orm';

const { threadFollows } = tables;

/** A person's place in a thread. */
export interface Follow {
  readonly userId: string;
  readonly rootId: string;
}

const insert = statement(`
  insert into thread_follows (user_id, root_id, channel_id, read_seq, announced)
  select $1, $2, head.id, head.last_seq, true from stream_heads head where head.id = $3
  on conflict (user_id, root_id) do update set following = true, announced = true,
    read_seq = greatest(thread_follows.read_seq, excluded.read_seq)
  where not thread_follows.following
  returning user_id`);

/** Makes a user follow a thread from its end on. Returns false where they do already. */
export async function insertFollow(tx: Transaction, { userId, rootId }: Follow, channelId: string) {
  return (await insert(tx, [userId, rootId, channelId])).length > 0;
}

/** Returns false where the user does not follow the thread. */
export async function endFollow(tx: Transaction, follow: Follow): Promise<boolean> {
  const ended = await tx
    .update(threadFollows)
    .set({ following: false, announced: true })
    .where(and(isOf(follow), eq(threadFollows.following, true)))
    .returning({ rootId: threadFollows.rootId })
    .prepare('thread_follows_end')
    .execute();
  return ended.length > 0;
}

const endAll = statement<{ rootId: string; channelId: string; serverId: string | null }>(`
  update thread_follows follow set following = false, announced = true from channels channel
  where follow.user_id = $1 and follow.root_id = any($2::text::uuid[]) and follow.following and channel.id = follow.channel_id
  returning follow.root_id as "rootId", follow.channel_id as "channelId", channel.server_id as "serverId"`);

/** Ends several follows of a user, and returns those that were not ended before. */
export function endFollows(tx: Transaction, userId: string, rootIds: readonly string[]) {
  return endAll(tx, [userId, plainArrayLiteral(rootIds)]);
}

/** How many threads a user follows, also in channels that they may not read now. */
export function countFollows(q: Queryable, userId: string): Promise<number> {
  return q.$count(threadFollows, and(eq(threadFollows.userId, userId), eq(threadFollows.following, true)));
}

/** Moves a position forward. Returns false where it is as far already. */
export async function moveThreadForward(
  tx: Transaction,
  follow: Follow,
  to: { readonly seq: number; readonly messageId: string },
): Promise<boolean> {
  const moved = await tx
    .update(threadFollows)
    .set({ readSeq: to.seq, readMessageId: to.messageId })
    .where(and(isOf(follow), lt(threadFollows.readSeq, to.seq)))
    .returning({ rootId: threadFollows.rootId })
    .prepare('thread_follows_move')
    .execute();
  return moved.length > 0;
}

const setBackTo = statement(`
  update thread_follows follow set read_seq = $3::bigint - 1, set_back_seq = head.last_seq, read_message_id = (
    select id from messages where thread_id = $2 and deleted_at is null and seq < $3::bigint order by seq desc limit 1)
  from stream_heads head where follow.user_id = $1 and follow.root_id = $2 and head.id = follow.channel_id`);

/** Makes a message the first that the follower has not read. */
export async function setThreadBack(tx: Transaction, { userId, rootId }: Follow, seq: number): Promise<void> {
  await setBackTo(tx, [userId, rootId, String(seq)]);
}

const unannounced = prepared((q) =>
  q
    .select({ userId: threadFollows.userId, rootId: threadFollows.rootId })
    .from(threadFollows)
    .where(
      and(
        sql`not ${threadFollows.announced}`,
        sql`(${threadFollows.userId}, ${threadFollows.rootId}) > (${sql.placeholder('user')}::uuid, ${sql.placeholder('root')}::uuid)`,
      ),
    )
    .orderBy(threadFollows.userId, threadFollows.rootId)
    .limit(1)
    .prepare('thread_follows_unannounced'),
);

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The follow after another one of which the person's stream has not been told; null when there is none. */
export async function nextUnannounced(q: Queryable, after: Follow | null): Promise<Follow | null> {
  const [row] = await unannounced(q).execute({
    user: after?.userId ?? NOBODY,
    root: after?.rootId ?? NOBODY,
  });
  return row ?? null;
}

const take = statement<{ channelId: string; serverId: string | null; following: boolean }>(`
  update thread_follows follow set announced = true
  from channels channel, users person
  where follow.user_id = $1 and follow.root_id = $2 and not follow.announced
    and channel.id = follow.channel_id and person.id = follow.user_id
  returning follow.channel_id as "channelId", channel.server_id as "serverId",
    follow.following and not person.bot as following`);

/** Takes a follow that is to be announced, and locks it; null where another node has done so. */
export async function takeUnannounced(tx: Transaction, { userId, rootId }: Follow) {
  const [row] = await take(tx, [userId, rootId]);
  return row ?? null;
}

function isOf({ userId, rootId }: Follow) {
  return and(eq(threadFollows.userId, userId), eq(threadFollows.rootId, rootId));
}
