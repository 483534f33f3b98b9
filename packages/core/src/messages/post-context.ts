import { arrayLiteral, plainArrayLiteral, prepared, type Queryable, tables } from '@palaver/db';
import { type SQL, sql } from 'drizzle-orm';
import type { Standing } from '../channels/permissions.js';
import { standingRows } from '../channels/standings.js';
import type { JsonInstant } from '../kernel/sql/instant.js';
import { jsonColumns, jsonList } from '../kernel/sql/json-rows.js';
import { headOf } from '../log/snapshot.js';
import type { PostDraft } from '../procedures/post-queue.js';
import { type PublicUserJson, userColumns } from '../users/record.js';

const { channels, idempotencyKeys, messages, streamHeads, users } = tables;

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
  /** JSON of the id of the message, where it is the answer to a post. */
  readonly answer: string;
}

/** What is read of a batch of posts, at one instant. */
export interface PostContext {
  readonly heads: ReadonlyArray<{ readonly id: string; readonly seq: number; readonly at: JsonInstant }>;
  /** Of those posts whose channel lives. `id` is the channel's. */
  readonly standings: ReadonlyArray<
    Standing & {
      readonly id: string;
      readonly userId: string;
      readonly serverId: string | null;
      /** How far the server's stream reached; null for a direct message. */
      readonly serverSeq: number | null;
    }
  >;
  /** With how far their own streams reached. */
  readonly authors: ReadonlyArray<PublicUserJson & { readonly seq: number }>;
  readonly parents: readonly Parent[];
  readonly answers: readonly KeptAnswer[];
}

const ids = (name: string): SQL => sql`${sql.placeholder(name)}::uuid[]`;

const heads = sql`(
  select head.id, head.last_seq as seq, head.last_at at time zone 'UTC' as at
  from ${streamHeads} head where head.id = any(${ids('channelIds')}))`;

const asked = sql`unnest(${ids('channelIds')}, ${ids('userIds')}) with ordinality asked (channel_id, user_id, n)`;

const authors = sql`(
  select ${jsonColumns(userColumns)}, ${headOf(users.id)} as seq
  from ${users} where ${users.id} = any(${ids('userIds')}))`;

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
        'standings', ${jsonList(sql`(${standingRows(asked, sql`, asked.user_id as "userId", ${headOf(channels.serverId)} as "serverSeq"`)})`)},
        'authors', ${jsonList(authors)},
        'parents', ${jsonList(parents)},
        'answers', ${jsonList(answers)})`,
    })
    .from(sql`(values (1)) one`)
    .prepare('posts_context'),
);

/** Reads what decides about a batch of posts, in one statement, which sees one instant. */
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
