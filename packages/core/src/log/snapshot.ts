import { type Database, type Queryable, tables } from '@palaver/db';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { iso, type JsonInstant } from '../kernel/sql/instant.js';
import { readHeads } from './read.js';
import type { Stream, StreamPositions } from './streams.js';

const { streamHeads } = tables;

/** A value, and the positions in its streams up to which it contains the events. */
export interface Snapshot<T> {
  readonly value: T;
  readonly positions: StreamPositions;
}

/**
 * A stream's last `seq`, as a column of the statement that reads the rows its events are about. A statement sees one
 * instant, and a write and its event commit together, so the rows contain exactly the events up to this position.
 * `streamId` may be a column only in a join: in a query of one table, Drizzle leaves out the table's name.
 */
export function headOf(streamId: SQLWrapper | string): SQL<number> {
  return sql`(select head.last_seq from ${streamHeads} head where head.id = ${streamId})`.mapWith(Number);
}

/** How far a stream had got when something was read. */
export interface StreamVersion {
  readonly id: string;
  readonly kind: Stream['kind'];
  readonly seq: number;
  /** Of its last event, or of an earlier one (ISO 8601): later events are not older. */
  readonly at: string;
}

/** A version in JSON, without what its reader knows. */
export interface VersionJson {
  readonly seq: number;
  readonly at: JsonInstant;
}

/** The version of a stream as JSON, in a statement that reads more; see `headOf`. */
export function versionOf(streamId: SQLWrapper): SQL<VersionJson | null> {
  return sql`(
    select json_build_object('seq', head.last_seq, 'at', head.last_at at time zone 'UTC')
    from ${streamHeads} head where head.id = ${streamId})`;
}

export function toVersion(id: string, kind: Stream['kind'], { seq, at }: VersionJson): StreamVersion {
  return { id, kind, seq, at: iso(at) };
}

/** A row of a list that is joined to the head of its stream: an empty list is one row without an item. */
export interface RowOfList<Item> {
  readonly seq: number;
  readonly item: Item | null;
}

/** A list that may well be empty, and the position of its stream, from the rows of one statement. */
export function listAtHead<Item>(rows: ReadonlyArray<RowOfList<Item>>): {
  readonly seq: number;
  readonly items: Item[];
} {
  const [first] = rows;
  if (!first) throw new Error('a list is joined to the head of its stream');
  return { seq: first.seq, items: rows.flatMap(({ item }) => (item === null ? [] : [item])) };
}

/**
 * Reads a list that is hardly ever empty in one statement, with the positions in its rows. An empty list has no row to hold
 * them: it is read again together with the heads of `streamIds`, in a transaction that sees one instant.
 */
export async function readSnapshot<Row>(
  db: Database,
  streamIds: readonly string[],
  read: (q: Queryable) => Promise<Row[]>,
  positionsOf: (rows: readonly [Row, ...Row[]]) => StreamPositions,
): Promise<Snapshot<Row[]>> {
  const snapshotOf = ([first, ...more]: Row[]): Snapshot<Row[]> | null =>
    first === undefined ? null : { value: [first, ...more], positions: positionsOf([first, ...more]) };
  const snapshot = snapshotOf(await read(db));
  return (
    snapshot ?? db.transaction(readAgain, { isolationLevel: 'repeatable read', accessMode: 'read only' })
  );

  async function readAgain(tx: Queryable): Promise<Snapshot<Row[]>> {
    const heads = await readHeads(tx, streamIds);
    const rows = await read(tx);
    const positions = Object.fromEntries(heads.map(({ id, seq }) => [id, seq]));
    return snapshotOf(rows) ?? { value: rows, positions };
  }
}
