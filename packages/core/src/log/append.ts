import { plainArrayLiteral, prepared, statement, type Transaction, tables } from '@palaver/db';
import { eq, sql } from 'drizzle-orm';
import { type EventDraft, frameParts } from '../protocol/events.js';
import { reactedMessage } from './append-events.js';
import type { Hint } from './bus.js';
import type { Stream } from './streams.js';

const { streamHeads } = tables;

/** A position in a stream's log, and the instant it was taken, which never runs backwards within the stream. */
export interface Head {
  readonly seq: number;
  readonly at: Date;
}

/** Creates the log of a new channel, server or user. */
export async function openStream(tx: Transaction, stream: Stream, now: Date): Promise<void> {
  await tx.insert(streamHeads).values({ id: stream.id, kind: stream.kind, lastAt: now });
}

const lock = statement(`
  select from unnest($1::text::uuid[], $2::text::stream_kind[]) with ordinality asked (id, kind, n)
  join stream_heads head on head.id = asked.id and head.kind = asked.kind
  order by asked.n for no key update of head`);

/**
 * Locks streams in the given order, until the transaction ends, for a write that must read before it decides. The order
 * is the same everywhere: servers by id, then channels by id, then users, so that two writes never wait for each other.
 * The row of an account, where it is locked, comes before all of them, and those of followed threads after them. An id
 * that a client gave for a stream of another kind locks nothing, as it could stand anywhere in this order.
 */
export async function lockStreams(tx: Transaction, streams: readonly Stream[]): Promise<void> {
  await lock(tx, [
    plainArrayLiteral(streams.map(({ id }) => id)),
    plainArrayLiteral(streams.map(({ kind }) => kind)),
  ]);
}

/** Locks one stream, as `lockStreams` does. */
export async function lockStream(tx: Transaction, stream: Stream): Promise<void> {
  await lockStreams(tx, [stream]);
}

/** An event, with whatever else was made for it. */
export interface Made {
  readonly event: EventDraft;
}

/** Makes an event, with its position already taken. */
export type Draft = (head: Head) => EventDraft | Made | Promise<EventDraft | Made>;

const insertEvent = statement(`
  insert into events (stream_id, seq, frame, created_at, message_id)
  values ($1::text::uuid, $2::text::bigint, $3, $4::text::timestamptz, $5::text::uuid)`);

/** An event with its position, whose frame has to be written. */
export interface Appending {
  readonly made: Made;
  /** To be published after the commit. */
  readonly hint: Hint;
  /** Writes the frame, exactly as sockets will receive it. */
  write(): Promise<unknown>;
}

/** Appends one event: takes the stream's next position, and with it the stream's row lock, until the transaction ends. */
export async function append(tx: Transaction, stream: Stream, now: Date, draft: Draft): Promise<Appending> {
  const { seq, at } = await takePosition(tx, stream, now);
  const drafted = await draft({ seq, at });
  const made = 'event' in drafted ? drafted : { event: drafted };
  const frame = frameParts(stream, made.event).join(String(seq));
  const row = [stream.id, String(seq), frame, at.toISOString(), reactedMessage(made.event)];
  return {
    made,
    hint: { streamId: stream.id, streamKind: stream.kind, seq, frame },
    write: () => insertEvent(tx, row),
  };
}

const advance = prepared((q) =>
  q
    .update(streamHeads)
    .set({
      lastSeq: sql`${streamHeads.lastSeq} + 1`,
      lastAt: sql`greatest(${streamHeads.lastAt}, ${sql.placeholder('now')}::timestamptz)`,
    })
    .where(eq(streamHeads.id, sql.placeholder('id')))
    .returning({ seq: streamHeads.lastSeq, at: streamHeads.lastAt })
    .prepare('stream_heads_advance'),
);

async function takePosition(tx: Transaction, stream: Stream, now: Date): Promise<Head> {
  const [head] = await advance(tx).execute({ id: stream.id, now: now.toISOString() });
  if (!head) throw new Error(`no log for the ${stream.kind} ${stream.id}`);
  return head;
}
