import type { TransactionSql } from 'postgres';
import type { ArchiveWriter } from '../format/archive-writer.js';
import { countRows } from '../format/count-rows.js';
import { partName } from '../format/entry-names.js';
import type { Manifest } from '../format/manifest.js';
import type { ProgressCounter } from '../progress.js';

/** A tar needs the size of an entry before its bytes, and that of a table is not known: so much of it is held at a time. */
const PART_BYTES = 1024 * 1024;

/** Copies the rows of all tables into the archive; returns how many each has. */
export async function copyTables(
  tx: TransactionSql,
  { tables }: Manifest,
  archive: ArchiveWriter,
  progress: ProgressCounter,
): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const { name, columns } of tables) {
    let count = 0;
    let part = 0;
    for await (const bytes of partsOf(await copyOut(tx, name, columns))) {
      await archive.add(partName(name, part++), bytes);
      const inPart = countRows(bytes);
      count += inPart;
      progress.addRows(name, inPart, bytes.length);
    }
    rows[name] = count;
  }
  return rows;
}

function copyOut(
  tx: TransactionSql,
  table: string,
  columns: readonly string[],
): Promise<AsyncIterable<Buffer>> {
  const list = columns.map((column) => `"${column}"`).join(', ');
  // A query, because COPY takes no partitioned table by its name.
  return tx.unsafe(`copy (select ${list} from public."${table}") to stdout`).readable();
}

/** Gathers pieces to parts of about a megabyte. A part may end within a row. */
async function* partsOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    gathered.push(piece);
    bytes += piece.length;
    if (bytes < PART_BYTES) continue;
    yield Buffer.concat(gathered);
    gathered = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(gathered);
}
