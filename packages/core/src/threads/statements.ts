import { prepared, type Queryable, tables } from '@palaver/db';
import { type SQL, sql } from 'drizzle-orm';
import { IS_SEEN } from '../channels/readable-sql.js';
import { type MessageListJson, selectMessages } from '../messages/history/message-list.js';
import type { UnreadText } from '../read-state/record.js';
import { joinNewest, type ReadList, unreadText } from '../read-state/unread-statement.js';

const { messages } = tables;
const { placeholder } = sql;
const me = sql`${placeholder('user')}::uuid`;

const list: ReadList = {
  inList: sql`messages.thread_id = follow.root_id and messages.deleted_at is null`,
  mentioned: sql`mention.thread_id = follow.root_id`,
  position: sql`follow`,
  me,
};

/** A thread of a list, and what is unread of it. */
export interface ThreadJson {
  readonly threadId: string;
  readonly lastReplyId: string | null;
  readonly unread: UnreadText;
}

/**
 * The threads that the user follows in channels that they may read (`refusal` of channels/permissions.ts for `read`),
 * with the newest reply of each: `own` of those that the thread alone has, which can be unread there, `also` of those that
 * the list of the channel has as well, and `last` of all. A thread whose first message was deleted is not among them: nobody can answer there any
 * more.
 */
const readable = sql`
  thread_follows follow
  join messages root on root.id = follow.root_id and root.deleted_at is null
  join channels channel on channel.id = follow.channel_id and channel.deleted_at is null
  left join servers server on server.id = channel.server_id
  left join server_members membership on membership.server_id = channel.server_id and membership.user_id = follow.user_id
  left join channel_members member on member.channel_id = channel.id and member.user_id = follow.user_id
  left join lateral (
    select messages.id, messages.seq, messages.user_id from messages
    where messages.thread_id = follow.root_id and messages.deleted_at is null order by messages.seq desc limit 1
  ) own on true
  left join lateral (
    select listed.message_id as id, listed.seq from channel_replies listed
    join messages on messages.id = listed.message_id and messages.deleted_at is null
    where listed.root_id = follow.root_id order by listed.seq desc limit 1
  ) also on true
  cross join lateral (select case when also.seq > coalesce(own.seq, 0) then also.id else own.id end as id) last
  where follow.user_id = ${me} and follow.following and server.deleted_at is null
    and ${sql.raw(IS_SEEN)}`;

/**
 * Without the walk of the replies: by the newest one, and only where that is an old reply of the user's, by a look for
 * others.
 */
const hasUnread = sql`own.seq > follow.read_seq and not channel.archived and case
  when own.user_id <> ${me} then true
  when own.seq > follow.set_back_seq then false
  else exists (select from messages where ${list.inList} and messages.seq > follow.read_seq and messages.user_id <> ${me}) end`;

/** Ids are in the order of time. */
const activity = sql`coalesce(last.id, root.id)`;

export interface ThreadPage {
  readonly threads: readonly ThreadJson[];
  /** Their first and last messages, in no order of meaning, without their channels. */
  readonly messages: MessageListJson;
  readonly channels: Readonly<Record<string, string>>;
}

function listing(name: string, which: SQL) {
  const page = sql`(
    select follow.user_id, follow.root_id, follow.channel_id, follow.read_seq, follow.read_message_id, follow.set_back_seq,
      last.id as last_id, ${activity} as activity
    from ${readable} and ${which} and (not ${placeholder('unread')}::boolean or ${hasUnread})
      and (${placeholder('before')}::uuid is null or ${activity} < (
        select coalesce(max(reply.id::text)::uuid, ${placeholder('before')}::uuid) from (
          select id from messages where thread_id = ${placeholder('before')}::uuid and deleted_at is null
          union all
          select listed.message_id from channel_replies listed
          join messages on messages.id = listed.message_id and messages.deleted_at is null
          where listed.root_id = ${placeholder('before')}::uuid) reply))
    order by activity desc limit ${placeholder('limit')}::int)`;
  const ids = sql`(select root_id as id from page union select last_id from page where last_id is not null)`;
  return prepared((q) =>
    q
      .select({
        page: sql<ThreadPage>`(
          with page as materialized ${page}
          select json_build_object(
            'threads', (
              select coalesce(json_agg(json_build_object(
                'threadId', follow.root_id, 'lastReplyId', follow.last_id, 'unread', ${unreadText(list)}
              ) order by follow.activity desc), '[]')
              from page follow
              join channels channel on channel.id = follow.channel_id
              join stream_heads head on head.id = follow.channel_id
              ${joinNewest(list)}),
            'messages', ${selectMessages(sql`${messages} where ${messages.id} in (select id from ${ids} listed)`)},
            'channels', (select coalesce(json_object_agg(root_id, channel_id), '{}') from page)))`,
      })
      .from(sql`(values (1)) one`)
      .prepare(name),
  );
}

const ofServer = listing('threads_of_server', sql`channel.server_id = ${placeholder('server')}::uuid`);
const ofAll = listing('threads_of_all', sql`true`);

/** Which threads a page has. */
export interface ThreadsRequest {
  readonly serverId: string | null;
  readonly unread: boolean;
  readonly before: string | null;
  readonly limit: number;
}

/** A page of the threads that a user follows and may read, that with the newest activity first. */
export async function readThreads(
  q: Queryable,
  userId: string,
  request: ThreadsRequest,
): Promise<ThreadPage> {
  const { serverId, unread, before, limit } = request;
  const parameters = { user: userId, unread, before, limit };
  const [row] =
    serverId === null
      ? await ofAll(q).execute(parameters)
      : await ofServer(q).execute({ ...parameters, server: serverId });
  if (!row) throw new Error('a statement over one row answers one row');
  return row.page;
}

const surplus = prepared((q) =>
  q
    .select({ rootId: sql<string>`follow.root_id`, isListed: sql<boolean>`listed.root_id is not null` })
    .from(
      sql`thread_follows follow left join (
        select follow.root_id, ${activity} as activity from ${readable}) listed on listed.root_id = follow.root_id`,
    )
    .where(sql`follow.user_id = ${me} and follow.following`)
    .orderBy(sql`listed.activity desc nulls last, follow.root_id desc`)
    .offset(placeholder('keep'))
    .prepare('threads_surplus'),
);

/**
 * The threads that a user follows beyond `keep` of them: first those without a reply for the longest time, then those that
 * are in no list, because the user may not read them now.
 */
export function readSurplus(q: Queryable, userId: string, keep: number) {
  return surplus(q).execute({ user: userId, keep });
}

const single = prepared((q) =>
  q
    .select({
      unread: sql<UnreadText>`(
        select ${unreadText(list)} from thread_follows follow
        join channels channel on channel.id = follow.channel_id
        join stream_heads head on head.id = follow.channel_id
        ${joinNewest(list)}
        where follow.user_id = ${me} and follow.root_id = ${placeholder('root')}::uuid and follow.following)`,
    })
    .from(sql`(values (1)) one`)
    .prepare('threads_find'),
);

/** What a user has not read of a thread; null for one that they do not follow. */
export async function readThread(q: Queryable, userId: string, rootId: string): Promise<UnreadText | null> {
  const [row] = await single(q).execute({ user: userId, root: rootId });
  return row?.unread ?? null;
}
