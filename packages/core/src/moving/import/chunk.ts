import { arrayLiteral, statement, type Transaction, tables } from '@palaver/db';
import type { Settings } from '../../kernel/services/settings.js';
import type { Emit } from '../../log/transact.js';
import type { Services } from '../../procedures/services.js';
import type { ArchiveLineType, LineOf } from '../archive/lines.js';
import type { OpenArchive } from '../container/open-archive.js';
import type { LinePosition } from '../container/read-lines.js';
import { insertRows } from './insert-rows.js';
import type { Kind, Known } from './known.js';

/** A line of a chunk. */
export type Placed<Type extends ArchiveLineType = ArchiveLineType> = LinePosition & {
  readonly value: LineOf<Type>;
};

/** What writing needs beside the lines. */
export interface ChunkContext {
  readonly files: Services['files'];
  readonly clock: Services['clock'];
  readonly settings: Pick<Settings, 'limits' | 'quotas' | 'keepsPhotoPositions'>;
  /** The import that made the server: what is made is recorded as its. */
  readonly importId: string;
  /** The import whose archive this is: another one where a later archive adds to the server. */
  readonly ownId: string;
  /** Whether messages are deleted that this archive does not have. */
  readonly deletesMissing: boolean;
  readonly source: string;
  readonly archive: OpenArchive;
  readonly known: Known;
}

/** The same within the transaction of the chunk. */
export interface ChunkWrite extends ChunkContext {
  readonly tx: Transaction;
  readonly emit: Emit;
  /** Of users, the server and emoji, by their ids in the archive. */
  readonly images: ReadonlyMap<string, Buffer>;
}

/** What a chunk has written. */
export interface Written {
  readonly users: number;
  readonly messages: number;
  readonly files: number;
  readonly fileBytes: number;
}

export const NOTHING_WRITTEN: Written = { users: 0, messages: 0, files: 0, fileBytes: 0 };

/** One thing of the archive, and what it is here. */
export interface Mapping {
  readonly sourceId: string;
  readonly id: string;
  readonly note?: Readonly<Record<string, string>> | null;
  readonly state?: string | null;
}

/** Whether a later archive is added to a server that is used. */
export function isUpdate({ importId, ownId }: Pick<ChunkContext, 'importId' | 'ownId'>): boolean {
  return importId !== ownId;
}

/** Rows of one statement; each has few columns. */
const ROWS = 1_000;

/** Writes down what things of the archive are here. */
export async function keepMappings(w: ChunkWrite, kind: Kind, mappings: readonly Mapping[]): Promise<void> {
  const rows = mappings.map(({ sourceId, id, note = null, state = null }) => ({
    importId: w.importId,
    kind,
    sourceId,
    id,
    note,
    state,
  }));
  await insertRows(w, tables.imported, rows);
}

const known = statement<{ source_id: string }>(`
  select source_id from imported where import_id = $1 and kind = $2 and source_id = any($3::text::text[])`);

/** Those of these things that no archive of this system has had before: what was done with the others here stays done. */
export async function newOnes<Thing>(
  w: ChunkWrite,
  kind: Kind,
  things: readonly Thing[],
  sourceIdOf: (thing: Thing) => string,
): Promise<Thing[]> {
  if (!isUpdate(w)) return [...things];
  const rows = await known(w.tx, [w.importId, kind, arrayLiteral(things.map(sourceIdOf))]);
  const had = new Set(rows.map(({ source_id }) => source_id));
  return things.filter((thing) => !had.has(sourceIdOf(thing)));
}

/** Inserts any number of rows, some in each statement. */
export async function inBatches<Row>(
  rows: readonly Row[],
  insert: (some: Row[]) => PromiseLike<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS) await insert(rows.slice(from, from + ROWS));
}

/** The lines of one type. */
export function linesOf<Type extends ArchiveLineType>(
  lines: readonly Placed[],
  type: Type,
): Array<Placed<Type>> {
  const isOfType = (line: Placed): line is Placed & Placed<Type> => line.value.type === type;
  return lines.filter(isOfType);
}

/** An instant of a line, which its schema has checked. */
export const at = (instant: string): Date => new Date(instant);
