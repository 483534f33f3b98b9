import { type Database, type Queryable, type Transaction, tables } from '@palaver/db';
import { and, asc, eq, sql } from 'drizzle-orm';
import { type DatedFrame, rewriteFrames } from '../log/rewrite.js';
import type { Message } from '../protocol/records/message.js';
import { supersededFrame } from '../protocol/superseded.js';

const { events, messages } = tables;
const carrier = { seq: events.seq, createdAt: events.createdAt, frame: events.frame };

/** Few enough that the lock of the channel's stream is held for some milliseconds. */
const BATCH = 1000;

type Place = Pick<Message, 'id' | 'channelId'>;

/**
 * Takes the text of a message, its reactions and its attachments out of the one event that has them: the last
 * `message.updated`, or `message.created`. Runs before the write that publishes the next event of the message, under
 * the lock of the channel's stream.
 */
export async function supersedeText(tx: Transaction, { id, channelId }: Place): Promise<void> {
  const carriers = await tx
    .select(carrier)
    .from(messages)
    .innerJoin(
      events,
      and(
        eq(events.streamId, messages.channelId),
        eq(events.seq, sql`coalesce(${messages.updatedSeq}, ${messages.seq})`),
      ),
    )
    .where(eq(messages.id, id))
    .prepare('events_of_text')
    .execute();
  await supersede(tx, channelId, carriers);
}

/**
 * Takes the emoji out of the events of a deleted message's reactions, at most `BATCH` of them. The message is marked
 * until all are done. Returns whether they are.
 */
export async function supersedeReactions(q: Queryable, { id, channelId }: Place): Promise<boolean> {
  const reactions = await q
    .select(carrier)
    .from(events)
    .where(eq(events.messageId, id))
    .orderBy(asc(events.seq))
    .limit(BATCH)
    .prepare('events_of_reactions')
    .execute();
  const done = reactions.length < BATCH;
  await supersede(q, channelId, reactions);
  await q
    .update(messages)
    .set({ clearing: done ? null : true })
    .where(eq(messages.id, id))
    .prepare('messages_mark_clearing')
    .execute();
  return done;
}

/** Finishes what `supersedeReactions` has begun, in short transactions. */
export async function supersedeAllReactions(db: Database, message: Place): Promise<void> {
  for (;;) {
    const done = await db.transaction((tx) => supersedeReactions(tx, message));
    if (done) return;
  }
}

/** Finishes the deletions that were interrupted. */
export async function finishDeletions(db: Database): Promise<void> {
  const unfinished = await db
    .select({ id: messages.id, channelId: messages.channelId })
    .from(messages)
    .where(eq(messages.clearing, true));
  for (const message of unfinished) await supersedeAllReactions(db, message);
}

async function supersede(q: Queryable, streamId: string, frames: readonly DatedFrame[]): Promise<void> {
  const superseded = frames.map((dated) => ({ ...dated, frame: supersededFrame(dated.frame) }));
  await rewriteFrames(q, streamId, superseded);
}
