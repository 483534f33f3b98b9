import { arrayLiteral, plainArrayLiteral, type Queryable, statement, type Transaction } from '@palaver/db';
import { sql } from 'drizzle-orm';
import type { Stream } from '../streams.js';
import type { Consumer } from './consumer.js';

/** A stream with events that a consumer has not taken. */
export interface Behind {
  readonly stream: Stream;
  /** The consumer has taken the events up to here. */
  readonly seq: number;
  readonly headSeq: number;
  /** Where a part of some events is done: the last one of them, and the part. */
  readonly untilSeq: number | null;
  readonly part: string | null;
}

/** How far a consumer has come in a stream. */
export type Position = Pick<Behind, 'seq' | 'untilSeq' | 'part'> & { readonly streamId: string };

/**
 * Sets the positions of a consumer that has none: at the heads of now. A stream that is made later is read from its
 * beginning. Nothing changes for a consumer that has begun.
 */
export async function beginConsumer(
  tx: Transaction,
  { name, kinds }: Pick<Consumer, 'name' | 'kinds'>,
  now: Date,
): Promise<void> {
  // It is done once, and takes some seconds where there are millions of streams.
  await tx.execute(sql`set local statement_timeout = '5min'`);
  await tx.execute(sql`
    with begun as (
      insert into consumers (name, created_at) values (${name}, ${now.toISOString()}::timestamptz)
      on conflict do nothing returning name
    )
    insert into consumer_positions (consumer, stream_id, seq)
    select begun.name, head.id, head.last_seq from begun cross join stream_heads head
    where head.last_seq > 0 and head.kind = any(${plainArrayLiteral(kinds)}::text::stream_kind[])`);
}

const scan = statement<{ id: string }>(`
  select head.id from stream_heads head
  left join consumer_positions position on position.consumer = $1 and position.stream_id = head.id
  where head.kind = any($2::text::stream_kind[]) and head.last_seq > coalesce(position.seq, 0)
  limit $3::text::int`);

/** Some streams with events that the consumer has not taken. It compares all streams, so it is not for every event. */
export async function findBehind(
  q: Queryable,
  { name, kinds }: Pick<Consumer, 'name' | 'kinds'>,
  limit: number,
): Promise<string[]> {
  const rows = await scan(q, [name, plainArrayLiteral(kinds), String(limit)]);
  return rows.map(({ id }) => id);
}

interface BehindRow {
  readonly id: string;
  readonly kind: Stream['kind'];
  readonly seq: string;
  readonly head_seq: string;
  readonly until_seq: string | null;
  readonly part: string | null;
}

const read = statement<BehindRow>(`
  select head.id, head.kind, coalesce(position.seq, 0) as seq, head.last_seq as head_seq, position.until_seq, position.part
  from unnest($2::text::uuid[]) asked (id) join stream_heads head on head.id = asked.id
  left join consumer_positions position on position.consumer = $1 and position.stream_id = head.id
  where head.kind = any($3::text::stream_kind[]) and head.last_seq > coalesce(position.seq, 0)`);

/** Those of some streams that have events which the consumer has not taken. */
export async function readBehind(
  tx: Transaction,
  { name, kinds }: Pick<Consumer, 'name' | 'kinds'>,
  streamIds: readonly string[],
): Promise<Behind[]> {
  const rows = await read(tx, [name, plainArrayLiteral(streamIds), plainArrayLiteral(kinds)]);
  return rows.map(({ id, kind, seq, head_seq, until_seq, part }) => ({
    stream: { id, kind },
    seq: Number(seq),
    headSeq: Number(head_seq),
    untilSeq: until_seq === null ? null : Number(until_seq),
    part,
  }));
}

const write = statement(`
  insert into consumer_positions (consumer, stream_id, seq, until_seq, part)
  select $1, position.* from unnest($2::text::uuid[], $3::text::bigint[], $4::text::bigint[], $5::text::text[]) position
  on conflict (consumer, stream_id) do update
  set seq = excluded.seq, until_seq = excluded.until_seq, part = excluded.part`);

/** Writes how far a consumer has come. Call it in the transaction of what it has done. */
export async function writePositions(
  tx: Transaction,
  name: string,
  positions: readonly Position[],
): Promise<void> {
  if (positions.length === 0) return;
  await write(tx, [
    name,
    plainArrayLiteral(positions.map(({ streamId }) => streamId)),
    plainArrayLiteral(positions.map(({ seq }) => seq)),
    plainArrayLiteral(positions.map(({ untilSeq }) => untilSeq)),
    arrayLiteral(positions.map(({ part }) => part)),
  ]);
}
