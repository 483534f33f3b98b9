import { type Database, type Queryable, tables } from '@palaver/db';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { readHeads } from './read.js';
import type { StreamPositions } from './streams.js';

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

/**
 * Reads a list in one statement, with the positions in its rows. An empty list has no row to hold them: it is read again
 * together with the heads of `streamIds`, in a transaction that sees one instant.
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
