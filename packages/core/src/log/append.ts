import { type Transaction, tables } from '@palaver/db';
import { eq, sql } from 'drizzle-orm';
import { type EventDraft, frameAt } from '../protocol/events.js';
import type { Hint } from './bus.js';
import type { Stream } from './streams.js';

const { events, streamHeads } = tables;

/** A position in a stream's log, and the instant it was taken, which never runs backwards within the stream. */
export interface Head {
  readonly seq: number;
  readonly at: Date;
}

/** Begins the log of a new channel, server or user. */
export async function openStream(tx: Transaction, stream: Stream, now: Date): Promise<void> {
  await tx.insert(streamHeads).values({ id: stream.id, kind: stream.kind, lastAt: now });
}

/**
 * Takes a stream's lock before its first event, for a write that must look before it acts. Whoever takes several
 * takes the server's first, then those of channels in the order of their ids, then those of users, so that two
 * writes never wait for each other. The row of an account, where it is locked, comes before all of them.
 */
export async function lockStream(tx: Transaction, stream: Stream): Promise<void> {
  await tx
    .select({ id: streamHeads.id })
    .from(streamHeads)
    .where(eq(streamHeads.id, stream.id))
    .for('no key update')
    .prepare('stream_heads_lock')
    .execute();
}

/** An event, with whatever else was made for it. */
export interface Made {
  readonly event: EventDraft;
}

/** An event yet to be written; as a function, it is called with its position already taken. */
export type Draft = EventDraft | ((head: Head) => EventDraft | Made | Promise<EventDraft | Made>);

/**
 * Appends one event: takes the stream's next position (and with it the stream's row lock, until the transaction ends)
 * and writes the frame, exactly as sockets will receive it. Returns what the draft made, and the hint to publish after
 * the commit.
 */
export async function append(
  tx: Transaction,
  stream: Stream,
  now: Date,
  draft: Draft,
): Promise<{ readonly made: Made; readonly hint: Hint }> {
  const head = await takePosition(tx, stream, now);
  const drafted = typeof draft === 'function' ? await draft(head) : draft;
  const made = 'event' in drafted ? drafted : { event: drafted };
  const frame = frameAt({ streamId: stream.id, seq: head.seq }, made.event);
  await tx
    .insert(events)
    .values({ streamId: stream.id, seq: head.seq, frame, createdAt: head.at })
    .prepare('events_append')
    .execute();
  return { made, hint: { streamId: stream.id, seq: head.seq, frame } };
}

async function takePosition(tx: Transaction, stream: Stream, now: Date): Promise<Head> {
  const [head] = await tx
    .update(streamHeads)
    .set({
      lastSeq: sql`${streamHeads.lastSeq} + 1`,
      lastAt: sql`greatest(${streamHeads.lastAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(eq(streamHeads.id, stream.id))
    .returning({ seq: streamHeads.lastSeq, at: streamHeads.lastAt })
    .prepare('stream_heads_advance')
    .execute();
  if (!head) throw new Error(`no log for the ${stream.kind} ${stream.id}`);
  return head;
}
