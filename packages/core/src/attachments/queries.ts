import { type Database, plainArrayLiteral, type Queryable, type Transaction, tables } from '@palaver/db';
import { and, asc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { isDeletedChannel } from '../channels/purge.js';
import type { AttachmentRow } from './record.js';
import { subtractStoredBytes } from './stored-bytes.js';

const { attachments, heldAttachments } = tables;

export async function insertAttachments(q: Queryable, rows: AttachmentRow[]): Promise<void> {
  await q.insert(attachments).values(rows);
}

export async function findAttachment(q: Queryable, attachmentId: string): Promise<AttachmentRow | null> {
  const [row] = await q
    .select()
    .from(attachments)
    .where(eq(attachments.id, attachmentId))
    .prepare('attachments_find')
    .execute();
  return row ?? null;
}

/** In no order. */
export function findAttachments(q: Queryable, ids: string[]): Promise<AttachmentRow[]> {
  return q.select().from(attachments).where(inArray(attachments.id, ids));
}

/** Rows locked until the transaction ends; in the order of their ids, so that two claims never wait on each other. */
export function lockAttachments(tx: Transaction, ids: string[]): Promise<AttachmentRow[]> {
  return tx
    .select()
    .from(attachments)
    .where(inArray(attachments.id, ids))
    .orderBy(asc(attachments.id))
    .for('update');
}

export async function assignToMessage(
  tx: Transaction,
  attachmentId: string,
  messageId: string,
  position: number,
): Promise<void> {
  await tx
    .update(attachments)
    .set({ messageId, position, scheduledId: null })
    .where(eq(attachments.id, attachmentId));
}

/** Makes a scheduled message keep uploads, whose rows the caller has locked. */
export async function assignToScheduled(tx: Transaction, scheduledId: string, ids: string[]): Promise<void> {
  await tx.update(attachments).set({ scheduledId }).where(inArray(attachments.id, ids));
}

/** Ends that. Those that a message carries meanwhile stay as they are. */
export async function releaseFromScheduled(
  tx: Transaction,
  scheduledId: string,
  ids: string[],
): Promise<void> {
  await tx
    .update(attachments)
    .set({ scheduledId: null })
    .where(and(inArray(attachments.id, ids), eq(attachments.scheduledId, scheduledId)));
}

/**
 * Removes the rows of the attachments of messages, all or some of them. Returns the ids of those whose files go, which no legal hold
 * keeps.
 */
export async function deleteAttachmentsOf(
  tx: Transaction,
  messageIds: readonly string[],
  some?: readonly string[],
): Promise<string[]> {
  const isSome = some === undefined ? undefined : inArray(attachments.id, [...some]);
  const isTheirs = sql`${attachments.messageId} = any(${plainArrayLiteral(messageIds)}::text::uuid[])`;
  const ids = await deleteWhere(tx, and(isTheirs, isSome));
  if (ids.length === 0) return ids;
  const { id } = heldAttachments;
  const held = await tx.select({ id }).from(heldAttachments).where(inArray(id, ids));
  return ids.filter((removed) => !held.some((kept) => kept.id === removed));
}

/** Removes rows and their bytes from what is stored; returns their ids. */
async function deleteWhere(tx: Transaction, which: SQL | undefined): Promise<string[]> {
  const { id, uploaderId, sizeBytes } = attachments;
  const deleted = await tx.delete(attachments).where(which).returning({ id, uploaderId, sizeBytes });
  await subtractStoredBytes(tx, deleted);
  return deleted.map((row) => row.id);
}

/** Uploads from before `olderThan` that no message carries and no scheduled message keeps. */
export function isUnclaimed(olderThan: Date): SQL | undefined {
  const { messageId, scheduledId, createdAt } = attachments;
  return and(isNull(messageId), isNull(scheduledId), lt(createdAt, olderThan));
}

/** Uploads to a channel that has been deleted. */
export function isInDeletedChannel(db: Database): SQL {
  return isDeletedChannel(db, attachments.channelId);
}

/** Whether a channel has attachments, carried by a message or not. */
export async function hasAttachments(q: Queryable, channelId: string): Promise<boolean> {
  const [row] = await q
    .select({ id: attachments.id })
    .from(attachments)
    .where(eq(attachments.channelId, channelId))
    .limit(1);
  return row !== undefined;
}

/** Some rows that `which` holds for, locked until the transaction ends; rows that others have locked are left out. */
export async function lockSome(tx: Transaction, which: SQL | undefined, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ id: attachments.id })
    .from(attachments)
    .where(which)
    .limit(limit)
    .for('update', { skipLocked: true });
  return rows.map((row) => row.id);
}

export async function deleteAttachments(tx: Transaction, ids: string[]): Promise<void> {
  await deleteWhere(tx, inArray(attachments.id, ids));
}
