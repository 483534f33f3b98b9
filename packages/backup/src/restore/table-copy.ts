import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { TransactionSql } from 'postgres';
import { countRows } from '../format/count-rows.js';
import type { Manifest } from '../format/manifest.js';

/** One COPY into a table. */
export class TableCopy {
  readonly table: string;
  rows = 0;
  readonly #stream: Writable;

  private constructor(table: string, stream: Writable) {
    this.table = table;
    this.#stream = stream;
    // It may fail between two writes; the next one throws the error.
    stream.on('error', () => undefined);
  }

  static async begin(tx: TransactionSql, { name, columns }: Manifest['tables'][number]): Promise<TableCopy> {
    const list = columns.map((column) => `"${column}"`).join(', ');
    const [table] = await tx<{ relkind: string }[]>`
      select relkind from pg_class where oid = to_regclass(format('public.%I', ${name}::text))`;
    // The rows of a partitioned table cannot be frozen.
    const freeze = table?.relkind === 'r' ? 'with (freeze)' : '';
    const stream = await tx.unsafe(`copy public."${name}" (${list}) from stdin ${freeze}`).writable();
    return new TableCopy(name, stream);
  }

  /** Takes the next bytes, no faster than the database does. Returns how many rows end in them. */
  async write(bytes: Uint8Array): Promise<number> {
    if (this.#stream.errored) throw this.#stream.errored;
    if (!this.#stream.write(bytes)) await once(this.#stream, 'drain');
    const rows = countRows(bytes);
    this.rows += rows;
    return rows;
  }

  /** Waits until the database has stored all rows. */
  async end(): Promise<void> {
    if (this.#stream.errored) throw this.#stream.errored;
    this.#stream.end();
    await once(this.#stream, 'finish');
  }
}
