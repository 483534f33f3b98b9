import { plainArrayLiteral, type Queryable, statement, type Transaction, tables } from '@palaver/db';
import { and, asc, eq, gt, type InferSelectModel, inArray, isNull, or, sql } from 'drizzle-orm';
import { isReadable } from '../../channels/readable-sql.js';
import type { Message } from '../../protocol/records/message.js';
import { type MessageListJson, selectMessages, toMessages } from '../history/message-list.js';

const { channels, messageRemovals, messages, servers } = tables;

/** Somebody's messages in a server that are being deleted. */
export type Removal = InferSelectModel<typeof messageRemovals>;

/** The removal after the given one, in the order of the key; null when there is none. */
export async function nextRemoval(q: Queryable, after: Removal | null): Promise<Removal | null> {
  const { serverId, userId } = messageRemovals;
  const isAfter =
    after && or(gt(serverId, after.serverId), and(eq(serverId, after.serverId), gt(userId, after.userId)));
  const [row] = await q
    .select({ removal: messageRemovals })
    .from(messageRemovals)
    .innerJoin(servers, and(eq(servers.id, serverId), isNull(servers.deletedAt)))
    .where(isAfter ?? undefined)
    .orderBy(serverId, userId)
    .limit(1);
  return row?.removal ?? null;
}

/** The same removal, locked; null where it has ended or begun anew, or somebody has gone on with it. */
export async function lockRemoval(tx: Transaction, removal: Removal): Promise<Removal | null> {
  const [row] = await tx.select().from(messageRemovals).where(isRemoval(removal)).for('update');
  const isSame =
    row?.channelId === removal.channelId &&
    row.seq === removal.seq &&
    row.until.getTime() === removal.until.getTime();
  return isSame ? row : null;
}

/** The channel where a removal goes on: one of the server that its actor sees. Null after the last one. */
export async function nextChannel(q: Queryable, removal: Removal): Promise<string | null> {
  const { serverId, actorId, channelId, seq } = removal;
  const isSeen = sql`exists (
    select from (values (${actorId}::uuid)) actor (id) where ${sql.raw(isReadable('channels.id', 'actor.id'))})`;
  const isLater = seq === null ? gt(channels.id, channelId) : sql`${channels.id} >= ${channelId}`;
  const [row] = await q
    .select({ id: channels.id })
    .from(channels)
    .where(and(eq(channels.serverId, serverId), isNull(channels.deletedAt), isLater, isSeen))
    .orderBy(asc(channels.id))
    .limit(1);
  return row?.id ?? null;
}

/** A part of the log of a channel: posts of the user, and the last position of the part; null after the end. */
export interface LogPart {
  readonly lastSeq: number | null;
  readonly posts: ReadonlyArray<{ readonly seq: number; readonly id: string }>;
}

// A frame has its type first and then the id of the message. A text that quotes the author's field is sorted out by the row.
const readPart = statement<{ part: LogPart }>(`
  with posts as (
    select seq, substring(frame from '^\\{"type":"message\\.created","data":\\{"id":"([0-9a-f-]{36})"') as id from events
    where stream_id = $1 and seq > $2::text::bigint and seq <= $2::text::bigint + $6::text::int
      and created_at >= $3::text::timestamptz and created_at <= $4::text::timestamptz
      and frame like '{"type":"message.created"%' and position('"userId":"' || $5::text || '"' in frame) > 0
    order by seq limit $7::text::int
  )
  select json_build_object(
    'lastSeq', (
      select $2::text::bigint + $6::text::int from stream_heads
      where id = $1 and last_seq > $2::text::bigint + $6::text::int),
    'posts', (select coalesce(json_agg(posts order by seq), '[]') from posts)) as part`);

/** Reads `events` positions after `after`, and of the posts among them the first `posts`. */
export async function readLogPart(
  q: Queryable,
  channelId: string,
  after: number,
  { since, until, userId }: Pick<Removal, 'since' | 'until' | 'userId'>,
  most: { readonly events: number; readonly posts: number },
): Promise<LogPart> {
  const span = [since.toISOString(), until.toISOString()];
  const limits = [String(most.events), String(most.posts)];
  const [row] = await readPart(q, [channelId, String(after), ...span, userId, ...limits]);
  if (!row) throw new Error('a statement without a table answers one row');
  return row.part;
}

const findFirst = statement<{ seq: string }>(`
  select seq from events where stream_id = $1 and created_at >= $2::text::timestamptz order by seq limit 1`);

/** The position before the first event of a channel since an instant; null where there is none. */
export async function positionBefore(q: Queryable, channelId: string, since: Date): Promise<number | null> {
  const [row] = await findFirst(q, [channelId, since.toISOString()]);
  return row ? Number(row.seq) - 1 : null;
}

/** Whose messages in a channel; of everybody without authors. */
export interface Whose {
  readonly channelId: string;
  readonly authorIds: readonly string[] | null;
}

/** Those of the messages that are the authors' and have not been deleted, by their ids. */
export async function findMessagesOf(
  tx: Transaction,
  { channelId, authorIds }: Whose,
  ids: readonly string[],
): Promise<Map<string, Message>> {
  const isTheirs = authorIds === null ? undefined : inArray(messages.userId, [...authorIds]);
  const rows = sql`(
    select * from ${messages} where ${messages.id} = any(${plainArrayLiteral(ids)}::text::uuid[])
    and ${and(eq(messages.channelId, channelId), isTheirs, isNull(messages.deletedAt))}) ${messages}`;
  const [row] = await tx
    .select({ list: sql<MessageListJson>`${selectMessages(rows)}` })
    .from(sql`(values (1)) one`);
  return new Map(row ? toMessages(row.list, channelId).map((message) => [message.id, message]) : []);
}

/** Writes down how far a removal has come. */
export async function advanceRemoval(
  tx: Transaction,
  removal: Removal,
  to: Pick<Removal, 'channelId' | 'seq'>,
  removed: number,
): Promise<void> {
  await tx
    .update(messageRemovals)
    .set({ ...to, removed: removal.removed + removed })
    .where(isRemoval(removal));
}

export async function deleteRemoval(tx: Transaction, removal: Removal): Promise<void> {
  await tx.delete(messageRemovals).where(isRemoval(removal));
}

function isRemoval({ serverId, userId }: Removal) {
  return and(eq(messageRemovals.serverId, serverId), eq(messageRemovals.userId, userId));
}
