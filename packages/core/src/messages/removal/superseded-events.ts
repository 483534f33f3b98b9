import { type Database, plainArrayLiteral, type Queryable, type Transaction, tables } from '@palaver/db';
import { and, asc, eq, sql } from 'drizzle-orm';
import { type DatedFrame, rewriteFrames } from '../../log/rewrite.js';
import { supersededFrame } from '../../protocol/superseded.js';

const { events, messages } = tables;
const carrier = { seq: events.seq, createdAt: events.createdAt, frame: events.frame };

const isOneOf = sql`${messages.id} = any(${sql.placeholder('ids')}::text::uuid[])`;

/** Few enough that the lock of the channel's stream is held for some milliseconds. */
const BATCH = 1000;

/**
 * Takes the texts of messages of a channel, their reactions and their attachments out of the one event of each that has them: the
 * last `message.updated`, or `message.created`. Runs before the write that publishes the next event of the messages, under
 * the lock of the channel's stream.
 */
export async function supersedeTexts(
  tx: Transaction,
  channelId: string,
  messageIds: readonly string[],
): Promise<void> {
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
    .where(and(eq(messages.channelId, channelId), isOneOf))
    .orderBy(asc(events.seq))
    .prepare('events_of_texts')
    .execute({ ids: plainArrayLiteral(messageIds) });
  await supersede(tx, channelId, carriers);
}

/**
 * Takes the emoji out of the events of the reactions to deleted messages of a channel, at most `BATCH` of them. The messages are
 * marked until all are done. Returns whether they are.
 */
export async function supersedeReactions(
  q: Queryable,
  channelId: string,
  messageIds: readonly string[],
): Promise<boolean> {
  const ids = plainArrayLiteral(messageIds);
  const reactions = await q
    .select(carrier)
    .from(events)
    .where(sql`${events.messageId} = any(${sql.placeholder('ids')}::text::uuid[])`)
    .orderBy(asc(events.seq))
    .limit(BATCH)
    .prepare('events_of_reactions')
    .execute({ ids });
  await supersede(q, channelId, reactions);
  const done = reactions.length < BATCH;
  if (!done) await mark(q, ids, true);
  return done;
}

async function mark(q: Queryable, ids: string, clearing: true | null): Promise<void> {
  const isOther = sql`${messages.clearing} is distinct from ${clearing}::boolean`;
  await q
    .update(messages)
    .set({ clearing })
    .where(and(sql`${messages.id} = any(${ids}::text::uuid[])`, isOther));
}

/** Finishes what `supersedeReactions` has begun, in short transactions. */
export async function supersedeAllReactions(
  db: Database,
  channelId: string,
  messageIds: readonly string[],
): Promise<void> {
  for (let done = false; !done; ) {
    done = await db.transaction(async (tx) => {
      const isWhole = await supersedeReactions(tx, channelId, messageIds);
      if (isWhole) await mark(tx, plainArrayLiteral(messageIds), null);
      return isWhole;
    });
  }
}

/** Finishes the deletions that were interrupted. */
export async function finishDeletions(db: Database): Promise<void> {
  const unfinished = await db
    .select({ id: messages.id, channelId: messages.channelId })
    .from(messages)
    .where(sql`${messages.clearing}`);
  for (const { id, channelId } of unfinished) await supersedeAllReactions(db, channelId, [id]);
}

async function supersede(q: Queryable, streamId: string, frames: readonly DatedFrame[]): Promise<void> {
  const superseded = frames.map((dated) => ({ ...dated, frame: supersededFrame(dated.frame) }));
  await rewriteFrames(q, streamId, superseded);
}
