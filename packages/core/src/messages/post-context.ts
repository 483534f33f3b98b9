import { arrayLiteral, plainArrayLiteral, prepared, type Queryable, tables } from '@palaver/db';
import { type SQL, sql } from 'drizzle-orm';
import type { Standing } from '../channels/permissions.js';
import { standingRows } from '../channels/standings.js';
import type { JsonInstant } from '../kernel/sql/instant.js';
import { jsonList } from '../kernel/sql/json-rows.js';
import type { PostDraft } from '../procedures/post-queue.js';
import { type PublicUserJson, usersJson } from '../users/record.js';

const { idempotencyKeys, messages, streamHeads } = tables;

/** How far a channel's log reached, and when its last event was made. */
export interface ChannelHead {
  readonly id: string;
  readonly seq: number;
  readonly at: JsonInstant;
}

/** A message that is replied to. */
export interface Parent {
  readonly id: string;
  readonly channelId: string;
  /** The message that its thread hangs on; itself, where it is no reply. */
  readonly rootId: string;
  /** Whether it or its root has been deleted. */
  readonly isDeleted: boolean;
}

/** An answer that is kept under a client's key. */
export interface KeptAnswer {
  readonly userId: string;
  readonly key: string;
  /** Hexadecimal. */
  readonly requestHash: string;
  readonly answer: string;
}

/** All that is asked to decide about a batch of posts, read at one instant. */
export interface PostContext {
  readonly heads: readonly ChannelHead[];
  /** `n` is the post's index in the batch, from 1; there is none for a channel that does not live. */
  readonly standings: ReadonlyArray<Standing & { readonly n: number; readonly serverId: string | null }>;
  readonly authors: readonly PublicUserJson[];
  readonly parents: readonly Parent[];
  readonly answers: readonly KeptAnswer[];
}

const ids = (name: string): SQL => sql`${sql.placeholder(name)}::uuid[]`;

const heads = sql`(
  select head.id, head.last_seq as seq, head.last_at at time zone 'UTC' as at
  from ${streamHeads} head where head.id = any(${ids('channelIds')}))`;

const asked = sql`unnest(${ids('channelIds')}, ${ids('userIds')}) with ordinality asked (channel_id, user_id, n)`;

const parents = sql`(
  select parent.id, parent.channel_id as "channelId", coalesce(parent.thread_id, parent.id) as "rootId",
    parent.deleted_at is not null or root.deleted_at is not null as "isDeleted"
  from ${messages} parent
  left join lateral (select * from ${messages} where ${messages.id} = parent.thread_id offset 0) root on true
  where parent.id = any(${ids('parentIds')}))`;

const answers = sql`(
  select kept.user_id as "userId", kept.key, encode(kept.request_hash, 'hex') as "requestHash", kept.answer
  from unnest(${ids('keyUserIds')}, ${sql.placeholder('keys')}::text[]) asked (user_id, key)
  cross join lateral (
    select * from ${idempotencyKeys} where ${idempotencyKeys.userId} = asked.user_id and ${idempotencyKeys.key} = asked.key
    offset 0
  ) kept)`;

const find = prepared((q) =>
  q
    .select({
      context: sql<PostContext>`json_build_object(
        'heads', ${jsonList(heads)},
        'standings', ${jsonList(sql`(${standingRows(asked)})`)},
        'authors', ${usersJson(sql`select unnest(${ids('userIds')})`)},
        'parents', ${jsonList(parents)},
        'answers', ${jsonList(answers)})`,
    })
    .from(sql`(values (1)) one`)
    .prepare('posts_context'),
);

/**
 * Reads what decides about a batch of posts, in one statement, which sees one instant. All that an event of a channel
 * can change here (who is in it, whether it is archived) is true as long as the channel's head stays where it is.
 */
export async function readPostContext(q: Queryable, posts: readonly PostDraft[]): Promise<PostContext> {
  const keyed = posts.flatMap(({ userId, idempotency }) =>
    idempotency === null ? [] : [{ userId, key: idempotency.key }],
  );
  const [row] = await find(q).execute({
    channelIds: plainArrayLiteral(posts.map(({ channelId }) => channelId)),
    userIds: plainArrayLiteral(posts.map(({ userId }) => userId)),
    parentIds: plainArrayLiteral(posts.flatMap(({ parentId }) => parentId ?? [])),
    keyUserIds: plainArrayLiteral(keyed.map(({ userId }) => userId)),
    keys: arrayLiteral(keyed.map(({ key }) => key)),
  });
  if (!row) throw new Error('a statement over one row answers one row');
  return row.context;
}
