import { type Queryable, statement, type Transaction, tables } from '@palaver/db';
import { and, asc, eq, gt, type InferSelectModel, inArray, or, sql } from 'drizzle-orm';
import { rewriteFrames } from '../log/rewrite.js';
import { supersededFrame } from '../protocol/superseded.js';

const { events, interactions } = tables;

export type InteractionRow = InferSelectModel<typeof interactions>;

export async function insertInteraction(tx: Transaction, row: InteractionRow): Promise<void> {
  await tx.insert(interactions).values(row);
}

/** How many interactions of somebody have not ended. */
export function countInteractionsOf(tx: Transaction, userId: string, now: Date): Promise<number> {
  return tx.$count(interactions, and(eq(interactions.userId, userId), gt(interactions.expiresAt, now)));
}

/** An interaction that has not ended, for one of its two parties. */
export async function findInteraction(
  q: Queryable,
  { id, partyId, now }: { readonly id: string; readonly partyId: string; readonly now: Date },
): Promise<InteractionRow | null> {
  const isParty = or(eq(interactions.userId, partyId), eq(interactions.botId, partyId));
  const [row] = await q
    .select()
    .from(interactions)
    .where(and(eq(interactions.id, id), isParty, gt(interactions.expiresAt, now)));
  return row ?? null;
}

/** An interaction of a bot that has not ended, locked until the transaction ends. */
export async function lockInteraction(
  tx: Transaction,
  { id, botId, now }: { readonly id: string; readonly botId: string; readonly now: Date },
): Promise<InteractionRow | null> {
  const [row] = await tx
    .select()
    .from(interactions)
    .where(and(eq(interactions.id, id), eq(interactions.botId, botId), gt(interactions.expiresAt, now)))
    .for('update');
  return row ?? null;
}

/** Counts an answer; `seq` is the position of an ephemeral one in the stream of the person who gets it. */
export async function countAnswer(tx: Transaction, id: string, seq: number | null): Promise<void> {
  const answerSeqs =
    seq === null ? interactions.answerSeqs : sql`array_append(${interactions.answerSeqs}, ${seq}::bigint)`;
  await tx
    .update(interactions)
    .set({ answers: sql`${interactions.answers} + 1`, answerSeqs })
    .where(eq(interactions.id, id));
}

/** An interaction that is over, locked until the transaction ends; those that another node ends are left out. */
export async function lockEnded(tx: Transaction, now: Date): Promise<InteractionRow | null> {
  const [row] = await tx
    .select()
    .from(interactions)
    .where(sql`${interactions.expiresAt} <= ${now.toISOString()}::timestamptz`)
    .orderBy(asc(interactions.expiresAt))
    .limit(1)
    .for('update', { skipLocked: true });
  return row ?? null;
}

export async function deleteInteraction(tx: Transaction, id: string): Promise<void> {
  await tx.delete(interactions).where(eq(interactions.id, id));
}

const end = statement(`
  update interactions set expires_at = created_at where bot_id = $1::text::uuid`);

/** Ends the interactions of a bot: the background work does the rest. */
export async function endInteractionsOf(tx: Transaction, botId: string): Promise<void> {
  await end(tx, [botId]);
}

/** Takes what was typed or answered out of events of a stream. Call it under the lock of the stream. */
export async function supersedeEvents(
  tx: Transaction,
  streamId: string,
  seqs: readonly number[],
): Promise<void> {
  if (seqs.length === 0) return;
  const frames = await tx
    .select({ seq: events.seq, createdAt: events.createdAt, frame: events.frame })
    .from(events)
    .where(and(eq(events.streamId, streamId), inArray(events.seq, [...seqs])))
    .orderBy(asc(events.seq));
  const emptied = frames.map((dated) => ({ ...dated, frame: supersededFrame(dated.frame) }));
  await rewriteFrames(tx, streamId, emptied);
}
