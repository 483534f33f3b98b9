import { jsonTables, type TableItem } from '../converting/json-tables.js';
import type { SourceRecord } from '../converting/records.js';
import type { ZipExport } from '../converting/zip-export.js';

/** The rows of a file of tables, which may have any size; none where there is no such file. Throws `ArchiveError`. */
export async function* tablesOf(
  zip: Pick<ZipExport, 'size' | 'open'>,
  path: string,
  isRead: (table: string) => boolean,
): AsyncGenerator<TableItem> {
  if (zip.size(path) !== null) yield* jsonTables(await zip.open(path), `"${path}"`, isRead);
}

/** What nothing here reads, so that the report has it. */
export function* leftOutOf(
  item: TableItem,
  path: string,
  isKnown: (table: string) => boolean,
): Generator<SourceRecord> {
  const name = `${path}, ${item.table.slice(0, 60)}`;
  if (item.type === 'table' && item.rows > 0 && !isKnown(item.table))
    yield { type: 'leftOut', from: { kind: 'other table', ref: `${name}: ${item.rows}` }, why: 'notHere' };
  if (item.type === 'other' && isKnown(item.table))
    yield { type: 'leftOut', from: { kind: 'other table', ref: name }, why: 'unknownType' };
}
