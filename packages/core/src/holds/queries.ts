import { type Queryable, type Transaction, tables } from '@palaver/db';
import { and, eq, type InferSelectModel, inArray, or, type SQL, sql } from 'drizzle-orm';
import { newestFirst, within } from '../kernel/sql/newest-first.js';
import type { ListHeldInput, ListHoldsInput } from './schemas.js';

const { channels, heldAttachments, heldMessages, holds, servers } = tables;

export type HoldRow = InferSelectModel<typeof holds>;
export type HeldMessageRow = InferSelectModel<typeof heldMessages>;
export type HeldFileRow = InferSelectModel<typeof heldAttachments>;

/** What a hold is of, and what it is called. */
export interface Held {
  readonly id: string;
  readonly name: string;
}

/** A server that is still stored, deleted or not. */
export async function findServer(q: Queryable, id: string): Promise<Held | null> {
  const [row] = await q
    .select({ id: servers.id, name: servers.name })
    .from(servers)
    .where(eq(servers.id, id));
  return row ?? null;
}

/** A channel or direct message that is still stored, deleted or not. */
export async function findChannel(q: Queryable, id: string): Promise<Held | null> {
  const name = sql<string>`case when ${channels.isDm} then 'direct message' else ${channels.name} end`;
  const [row] = await q.select({ id: channels.id, name }).from(channels).where(eq(channels.id, id));
  return row ?? null;
}

export async function insertHold(tx: Transaction, hold: HoldRow): Promise<void> {
  await tx.insert(holds).values(hold);
}

export async function deleteHold(tx: Transaction, id: string): Promise<HoldRow | null> {
  const [row] = await tx.delete(holds).where(eq(holds.id, id)).returning();
  return row ?? null;
}

export async function findHold(q: Queryable, id: string): Promise<HoldRow | null> {
  const [row] = await q.select().from(holds).where(eq(holds.id, id));
  return row ?? null;
}

export function listHolds(q: Queryable, page: ListHoldsInput): Promise<HoldRow[]> {
  return newestFirst(page, (order) =>
    q.select().from(holds).where(within(page, holds.id)).orderBy(order(holds.id)).limit(page.limit),
  );
}

type Kept = typeof heldMessages | typeof heldAttachments;

/** What was kept in the place of a hold. */
function isOf({ serverId, channelId }: HoldRow, kept: Kept): SQL {
  return channelId === null ? eq(kept.serverId, serverId ?? '') : eq(kept.channelId, channelId);
}

export function listHeldMessages(
  q: Queryable,
  hold: HoldRow,
  page: ListHeldInput,
): Promise<HeldMessageRow[]> {
  return newestFirst(page, (order) =>
    q
      .select()
      .from(heldMessages)
      .where(and(isOf(hold, heldMessages), within(page, heldMessages.id)))
      .orderBy(order(heldMessages.id))
      .limit(page.limit),
  );
}

export function findHeldFiles(q: Queryable, hold: HoldRow, messageIds: string[]): Promise<HeldFileRow[]> {
  if (messageIds.length === 0) return Promise.resolve([]);
  return q
    .select()
    .from(heldAttachments)
    .where(and(isOf(hold, heldAttachments), inArray(heldAttachments.messageId, messageIds)))
    .orderBy(heldAttachments.id);
}

export async function findHeldFile(q: Queryable, hold: HoldRow, id: string): Promise<HeldFileRow | null> {
  const [row] = await q
    .select()
    .from(heldAttachments)
    .where(and(isOf(hold, heldAttachments), eq(heldAttachments.id, id)));
  return row ?? null;
}

/** Whether no hold is there any more for something that was kept. */
function isFree(kept: Kept): SQL {
  return sql`not exists (select from ${holds} where ${or(eq(holds.channelId, kept.channelId), eq(holds.serverId, kept.serverId))})`;
}

/** Removes some kept texts that no hold covers any more. Returns how many. */
export async function deleteFreeMessages(q: Queryable, limit: number): Promise<number> {
  const batch = q.select({ id: heldMessages.id }).from(heldMessages).where(isFree(heldMessages)).limit(limit);
  const gone = await q
    .delete(heldMessages)
    .where(inArray(heldMessages.id, batch))
    .returning({ id: heldMessages.id });
  return gone.length;
}

/** Some kept files that no hold covers any more, locked until the transaction ends. */
export async function lockFreeFiles(tx: Transaction, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ id: heldAttachments.id })
    .from(heldAttachments)
    .where(isFree(heldAttachments))
    .limit(limit)
    .for('update', { skipLocked: true });
  return rows.map(({ id }) => id);
}

export async function deleteFiles(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.delete(heldAttachments).where(inArray(heldAttachments.id, [...ids]));
}
