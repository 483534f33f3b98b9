import { type Database, type Queryable, tables } from '@palaver/db';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { StreamPositions } from '../procedures/stream-positions.js';
import { readHeads } from './read.js';

const { streamHeads } = tables;

/** What was read, and the places in its streams that it is true at. */
export interface Snapshot<T> {
  readonly value: T;
  readonly places: StreamPositions;
}

/**
 * How far a stream's log reached, as a column of the statement that reads what the stream tells of. One statement sees
 * one instant, and a write and its event commit together: so the rows hold exactly the events up to this place.
 * A column can name the stream only in a join: Drizzle leaves out the table's name where there is but one.
 */
export function headOf(streamId: SQLWrapper | string): SQL<number> {
  return sql`(select head.last_seq from ${streamHeads} head where head.id = ${streamId})`.mapWith(Number);
}

/**
 * Reads a list in one statement whose rows bring the places along; an empty one brings none, and is read again
 * together with the heads of `streamIds`, in a transaction that sees one instant.
 */
export async function readSnapshot<Row>(
  db: Database,
  streamIds: readonly string[],
  read: (q: Queryable) => Promise<Row[]>,
  placesOf: (rows: readonly [Row, ...Row[]]) => StreamPositions,
): Promise<Snapshot<Row[]>> {
  const locate = ([first, ...more]: Row[]): Snapshot<Row[]> | null =>
    first === undefined ? null : { value: [first, ...more], places: placesOf([first, ...more]) };
  const located = locate(await read(db));
  return located ?? db.transaction(readAgain, { isolationLevel: 'repeatable read', accessMode: 'read only' });

  async function readAgain(tx: Queryable): Promise<Snapshot<Row[]>> {
    const heads = await readHeads(tx, streamIds);
    const rows = await read(tx);
    const places = Object.fromEntries(heads.map(({ id, seq }) => [id, seq]));
    return locate(rows) ?? { value: rows, places };
  }
}
