import { type Queryable, tables } from '@palaver/db';
import { and, asc, eq, gt, isNull, not, type SQL, sql } from 'drizzle-orm';
import { isHeld } from '../channels/held.js';

const { channels, deletedRoots, messages, servers } = tables;

/** A change of the retention counts after this many hours, so that a slip can be undone. */
const SETTLE_HOURS = 24;

const days = sql`coalesce(${channels.retentionDays}, ${servers.retentionDays})`;
const setAt = sql`case when ${channels.retentionDays} is null
  then greatest(${channels.retentionSetAt}, ${servers.retentionSetAt}) else ${channels.retentionSetAt} end`;

const at = (now: Date): SQL => sql`${now.toISOString()}::timestamptz`;

/** Whether a channel deletes by age at this instant. */
function isLimited(now: Date): SQL | undefined {
  return and(
    isNull(channels.deletedAt),
    isNull(servers.deletedAt),
    sql`${days} > 0`,
    not(isHeld(channels.id, channels.serverId)),
    sql`${setAt} <= ${at(now)} - make_interval(hours => ${SETTLE_HOURS})`,
  );
}

/** From before this instant messages of a channel are deleted. Days are of 24 hours. */
const limit = (now: Date): SQL<string> => sql<string>`${at(now)} - make_interval(hours => 24 * ${days})`;

/** From before which instant the messages of a channel are to be deleted now; null where none are. */
export async function findLimit(q: Queryable, channelId: string, now: Date): Promise<Date | null> {
  const [row] = await q
    .select({ before: limit(now) })
    .from(channels)
    .innerJoin(servers, eq(servers.id, channels.serverId))
    .where(and(eq(channels.id, channelId), isLimited(now)));
  return row ? new Date(row.before) : null;
}

/** A channel that has messages to delete. */
export interface OverdueChannel {
  readonly id: string;
  readonly serverId: string;
}

/** Channels in one statement. */
const BATCH = 1000;

/**
 * Of the next channels after the given one those whose oldest message, or whose oldest reply to a deleted one, is past the limit.
 * `last` is the last channel that was looked at; null at the end.
 */
export async function findOverdue(
  q: Queryable,
  after: string,
  now: Date,
): Promise<{ readonly overdue: OverdueChannel[]; readonly last: string | null }> {
  const rows = await q
    .select({
      id: channels.id,
      serverId: servers.id,
      isOverdue: sql<boolean>`${isOldest(now)} or ${hasOldReply(now)}`,
    })
    .from(channels)
    .innerJoin(servers, eq(servers.id, channels.serverId))
    .where(and(gt(channels.id, after), isLimited(now)))
    .orderBy(asc(channels.id))
    .limit(BATCH);
  const overdue = rows.filter(({ isOverdue }) => isOverdue).map(({ id, serverId }) => ({ id, serverId }));
  return { overdue, last: rows.length < BATCH ? null : (rows.at(-1)?.id ?? null) };
}

/** The channel's first message: its order is that of time. */
function isOldest(now: Date): SQL {
  return sql`coalesce((
    select first.created_at < ${limit(now)} from ${messages} first
    where first.channel_id = ${channels.id} and first.thread_id is null and first.deleted_at is null
    order by first.seq limit 1), false)`;
}

function hasOldReply(now: Date): SQL {
  return sql`exists (
    select from ${deletedRoots} deleted, lateral (
      select reply.created_at from ${messages} reply
      where reply.thread_id = deleted.thread_id and reply.deleted_at is null order by reply.seq limit 1) reply
    where deleted.channel_id = ${channels.id} and reply.created_at < ${limit(now)})`;
}
