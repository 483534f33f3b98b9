import { type Queryable, type Transaction, tables } from '@palaver/db';
import { and, asc, eq, gt, type InferSelectModel, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { LOWEST_ID } from '../kernel/schema/ids.js';
import { newestFirst, within } from '../kernel/sql/newest-first.js';
import type { Place } from '../messages/removal/erasing.js';
import type { ListErasuresInput } from './schemas.js';

const { channels, erasures, servers, users } = tables;

export type Erasure = InferSelectModel<typeof erasures>;

/** An erasure before anything is done of it. */
export type NewErasure = Pick<
  Erasure,
  'id' | 'kind' | 'serverId' | 'channelId' | 'userId' | 'before' | 'askedBy' | 'createdAt'
>;

const BEGINNING = { atChannel: LOWEST_ID, atSeq: null, atThread: null } as const;

/** Writes down what is to be erased. A retention that is under way already goes on as it is, and is not among the answer. */
export async function insertErasures(q: Queryable, fresh: readonly NewErasure[]): Promise<Erasure[]> {
  if (fresh.length === 0) return [];
  return q
    .insert(erasures)
    .values(fresh.map((erasure) => ({ ...erasure, ...BEGINNING })))
    .onConflictDoNothing()
    .returning();
}

/** Makes an erasure of the same that is under way reach as far as a new one, from its beginning; null where there is none. */
export async function widen(
  tx: Transaction,
  { kind, serverId, channelId, userId, before }: Omit<NewErasure, 'id' | 'createdAt'>,
): Promise<Erasure | null> {
  const same = sql`(${erasures.serverId}, ${erasures.channelId}, ${erasures.userId})
    is not distinct from (${serverId}::uuid, ${channelId}::uuid, ${userId}::uuid)`;
  const [row] = await tx
    .update(erasures)
    .set({
      ...BEGINNING,
      before:
        before === null ? null : sql`greatest(${erasures.before}, ${before.toISOString()}::timestamptz)`,
    })
    .where(and(eq(erasures.kind, kind), isNull(erasures.endedAt), same))
    .returning();
  return row ?? null;
}

/** The erasures of a server, or of the whole service, that somebody has asked for, newest first. */
export function listErasures(
  q: Queryable,
  page: Pick<ListErasuresInput, 'before' | 'after' | 'limit'>,
  serverId: string | null,
): Promise<Erasure[]> {
  const isListed = and(
    ne(erasures.kind, 'retention'),
    serverId === null ? undefined : eq(erasures.serverId, serverId),
    within(page, erasures.id),
  );
  return newestFirst(page, (order) =>
    q.select().from(erasures).where(isListed).orderBy(order(erasures.id)).limit(page.limit),
  );
}

/** The erasure after the given one that has not ended, in the order of ids; null when there is none. */
export async function nextErasure(q: Queryable, after: Erasure | null): Promise<Erasure | null> {
  const [row] = await q
    .select()
    .from(erasures)
    .where(and(isNull(erasures.endedAt), after ? gt(erasures.id, after.id) : undefined))
    .orderBy(erasures.id)
    .limit(1);
  return row ?? null;
}

/** The same erasure, locked; null where it has ended, or somebody has gone on with it. */
export async function lockErasure(tx: Transaction, erasure: Erasure): Promise<Erasure | null> {
  const { id, atChannel, atSeq, atThread, removed } = erasure;
  const [row] = await tx.select().from(erasures).where(eq(erasures.id, id)).for('update');
  const isSame =
    row?.endedAt === null &&
    row.atChannel === atChannel &&
    row.atSeq === atSeq &&
    row.atThread === atThread &&
    row.removed === removed;
  return isSame ? row : null;
}

/** The channel where an erasure goes on; null after the last one. A deleted channel shows nobody anything. */
export async function nextChannel(q: Queryable, erasure: Erasure): Promise<string | null> {
  const { atChannel, atSeq } = erasure;
  const isLater = atSeq === null ? gt(channels.id, atChannel) : sql`${channels.id} >= ${atChannel}`;
  const [row] = await q
    .select({ id: channels.id })
    .from(channels)
    .leftJoin(servers, eq(servers.id, channels.serverId))
    .where(and(isWithin(erasure), isNull(channels.deletedAt), isNull(servers.deletedAt), isLater))
    .orderBy(asc(channels.id))
    .limit(1);
  return row?.id ?? null;
}

/** What the bots of a person have posted is erased as the person's own. The account of an incoming webhook is nobody's bot. */
export async function findPersonWithBots(q: Queryable, userId: string): Promise<string[]> {
  const bots = await q.select({ id: users.id }).from(users).where(eq(users.botOwnerId, userId));
  return [...new Set([userId, ...bots.map(({ id }) => id)])];
}

function isWithin({ channelId, serverId }: Erasure): SQL | undefined {
  if (channelId !== null) return eq(channels.id, channelId);
  return serverId === null ? undefined : eq(channels.serverId, serverId);
}

/** Writes down how far an erasure has come. A null place is the end of the channel. */
export async function advance(
  tx: Transaction,
  { id, removed }: Pick<Erasure, 'id' | 'removed'>,
  channelId: string,
  place: Place | null,
  more: number,
): Promise<void> {
  await tx
    .update(erasures)
    .set({
      atChannel: channelId,
      atSeq: place?.seq ?? null,
      atThread: place?.threadId ?? null,
      removed: removed + more,
    })
    .where(eq(erasures.id, id));
}

export async function endErasure(tx: Transaction, id: string, endedAt: Date): Promise<void> {
  await tx.update(erasures).set({ endedAt }).where(eq(erasures.id, id));
}

export async function deleteErasure(tx: Transaction, id: string): Promise<void> {
  await tx.delete(erasures).where(eq(erasures.id, id));
}

/** A channel as the audit log of its server names it; null for a direct message, and where it is no more. */
export async function findNamed(
  q: Queryable,
  channelId: string,
): Promise<{ readonly serverId: string; readonly name: string; readonly isPrivate: boolean } | null> {
  const { serverId, name, isPrivate } = channels;
  const [row] = await q
    .select({ serverId, name, isPrivate })
    .from(channels)
    .innerJoin(servers, eq(servers.id, serverId))
    .where(and(eq(channels.id, channelId), isNull(channels.deletedAt)));
  return row && row.serverId !== null ? { ...row, serverId: row.serverId } : null;
}
