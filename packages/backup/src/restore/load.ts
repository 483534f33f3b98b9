import type { TransactionSql } from 'postgres';
import { BackupError } from '../backup-error.js';
import type { ArchiveReader } from '../format/archive-reader.js';
import { kindOf } from '../format/entry-names.js';
import type { End, Manifest } from '../format/manifest.js';
import type { ProgressCounter } from '../progress.js';
import type { Staging } from './staging.js';
import { TableCopy } from './table-copy.js';

/** Loads the rows and stores the files of an archive; returns its last entry, by which everything has been checked. */
export async function load(
  tx: TransactionSql,
  archive: ArchiveReader,
  staging: Staging,
  progress: ProgressCounter,
): Promise<End> {
  const tables = new TableLoader(tx, archive.manifest);
  const entries = archive.entries();
  let files = 0;
  for (;;) {
    const { done, value } = await entries.next();
    if (done) {
      await tables.finish();
      requireCounts(value, tables.rows, files);
      return value;
    }
    const kind = kindOf(value.name);
    if ('table' in kind) {
      for await (const bytes of value.bytes) {
        progress.addRows(kind.table, await tables.write(kind.table, bytes), bytes.length);
      }
    } else {
      progress.addFile(await staging.write(kind.file, value.bytes));
      files += 1;
    }
  }
}

function requireCounts(end: End, rows: ReadonlyMap<string, number>, files: number): void {
  const wrong = Object.entries(end.rows).find(([table, count]) => (rows.get(table) ?? 0) !== count);
  if (wrong !== undefined) throw new BackupError(`The backup does not have all rows of ${wrong[0]}.`);
  if (files !== end.files) throw new BackupError('The backup does not have all its files.');
}

/** Gives the parts of the tables, which follow each other, to one COPY for each table. */
class TableLoader {
  readonly rows = new Map<string, number>();
  readonly #tx: TransactionSql;
  readonly #tables: Map<string, Manifest['tables'][number]>;
  #copy: TableCopy | null = null;

  constructor(tx: TransactionSql, { tables }: Manifest) {
    this.#tx = tx;
    this.#tables = new Map(tables.map((table) => [table.name, table]));
  }

  /** Returns how many rows end in these bytes. */
  async write(table: string, bytes: Uint8Array): Promise<number> {
    if (this.#copy?.table !== table) {
      await this.finish();
      const described = this.#tables.get(table);
      if (described === undefined || this.rows.has(table))
        throw new BackupError(`The backup has rows of ${table} where none belong.`);
      this.#copy = await TableCopy.begin(this.#tx, described);
    }
    return this.#copy.write(bytes);
  }

  async finish(): Promise<void> {
    if (this.#copy === null) return;
    await this.#copy.end();
    this.rows.set(this.#copy.table, this.#copy.rows);
    this.#copy = null;
  }
}
