import { arrayLiteral, plainArrayLiteral, prepared, type Queryable, tables } from '@palaver/db';
import { type SQL, sql } from 'drizzle-orm';
import type { Standing } from '../../channels/permissions.js';
import { standingRows } from '../../channels/standings.js';
import { jsonColumns, jsonList } from '../../kernel/sql/json-rows.js';
import { type StreamVersion, toVersion, type VersionJson, versionOf } from '../../log/snapshot.js';
import type { PostDraft } from '../../procedures/post-queue.js';
import type { User } from '../../protocol/records/user.js';
import { type PublicUserJson, toUser, userColumns } from '../../users/record.js';
import { threadOf } from '../thread-root.js';

const { channels, idempotencyKeys, messages, users } = tables;

/** What is known of someone who posts in a channel, which is true as long as these streams have no event that changes it. */
export interface Poster {
  readonly standing: Standing;
  readonly serverId: string | null;
  readonly author: User;
  readonly channel: StreamVersion;
  /** The author's stream, and the server's. */
  readonly others: readonly StreamVersion[];
}

/** What decides about a post. */
export interface PostFacts {
  /** The answer that is kept under its key. */
  readonly kept: KeptAnswer | undefined;
  /** Undefined for a channel that does not live. */
  readonly poster: Poster | undefined;
  /** Undefined where there is no such message. */
  readonly parent: Parent | undefined;
}

/** A message that is replied to. */
interface Parent {
  readonly id: string;
  readonly channelId: string;
  /** The message that its thread hangs on; itself, where it is no reply. */
  readonly rootId: string;
  /** Whether it or its root has been deleted. */
  readonly isDeleted: boolean;
}

/** An answer that is kept under a client's key. */
interface KeptAnswer {
  readonly userId: string;
  readonly key: string;
  /** Hexadecimal. */
  readonly requestHash: string;
  /** JSON of the id of the message, where it is the answer to a post. */
  readonly answer: string;
}

interface StandingJson extends Standing {
  /** Of its post, from 1. */
  readonly n: number;
  /** The channel's. */
  readonly id: string;
  readonly serverId: string | null;
  readonly channel: VersionJson;
  /** Null for a direct message. */
  readonly server: VersionJson | null;
}

interface FactsJson {
  readonly standings: readonly StandingJson[];
  readonly authors: ReadonlyArray<PublicUserJson & { readonly version: VersionJson }>;
  readonly parents: readonly Parent[];
  readonly answers: readonly KeptAnswer[];
}

const ids = (name: string): SQL => sql`${sql.placeholder(name)}::uuid[]`;

const standings = standingRows(
  sql`unnest(${ids('channelIds')}, ${ids('userIds')}) with ordinality asked (channel_id, user_id, n)`,
  sql`, ${versionOf(channels.id)} as "channel", ${versionOf(channels.serverId)} as "server"`,
);

const authors = sql`(
  select ${jsonColumns(userColumns)}, ${versionOf(users.id)} as version
  from ${users} where ${users.id} = any(${ids('userIds')}))`;

const threadOfParent = sql.raw(threadOf('parent'));
const parents = sql`(
  select parent.id, parent.channel_id as "channelId", coalesce(${threadOfParent}, parent.id) as "rootId",
    parent.deleted_at is not null or root.deleted_at is not null as "isDeleted"
  from ${messages} parent
  left join lateral (select * from ${messages} where ${messages.id} = ${threadOfParent} offset 0) root on true
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
      facts: sql<FactsJson>`json_build_object(
        'standings', ${jsonList(sql`(${standings})`)},
        'authors', ${jsonList(authors)},
        'parents', ${jsonList(parents)},
        'answers', ${jsonList(answers)})`,
    })
    .from(sql`(values (1)) one`)
    .prepare('posts_facts'),
);

/** Reads what decides about posts, in their order, in one statement, which sees one instant. */
export async function readFacts(q: Queryable, drafts: readonly PostDraft[]): Promise<PostFacts[]> {
  const keyed = drafts.flatMap(({ userId, idempotency }) =>
    idempotency === null ? [] : [{ userId, key: idempotency.key }],
  );
  const [row] = await find(q).execute({
    channelIds: plainArrayLiteral(drafts.map(({ channelId }) => channelId)),
    userIds: plainArrayLiteral(drafts.map(({ userId }) => userId)),
    parentIds: plainArrayLiteral(drafts.flatMap(({ parentId }) => parentId ?? [])),
    keyUserIds: plainArrayLiteral(keyed.map(({ userId }) => userId)),
    keys: arrayLiteral(keyed.map(({ key }) => key)),
  });
  if (!row) throw new Error('a statement over one row answers one row');
  const { facts } = row;
  const people = new Map(facts.authors.map((author) => [author.id, author]));
  const standing = new Map(facts.standings.map((one) => [one.n, one]));
  const parent = new Map(facts.parents.map((one) => [one.id, one]));
  const kept = new Map(facts.answers.map((one) => [`${one.userId} ${one.key}`, one]));
  return drafts.map(({ userId, parentId, idempotency }, index) => ({
    kept: idempotency ? kept.get(`${userId} ${idempotency.key}`) : undefined,
    poster: posterOf(standing.get(index + 1), people.get(userId)),
    parent: parentId === null ? undefined : parent.get(parentId),
  }));
}

function posterOf(
  row: StandingJson | undefined,
  person: FactsJson['authors'][number] | undefined,
): Poster | undefined {
  if (!row || !person) return undefined;
  const { n: _, id, serverId, channel, server, ...standing } = row;
  const { version: own, ...author } = person;
  const others = [toVersion(author.id, 'user', own)];
  if (serverId !== null && server !== null) others.push(toVersion(serverId, 'server', server));
  return { standing, serverId, author: toUser(author), channel: toVersion(id, 'channel', channel), others };
}
