import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Sql } from '../../postgres/database.js';

/** A value of a row. No text has a tab. */
export type Value = string | number | boolean | null;

const CHUNK = 256 * 1024;

/** One COPY into a table, in a transaction of its own. */
export class TableStream {
  readonly #finish: () => Promise<void>;
  readonly #stream: Writable;
  readonly #failed: Promise<never>;
  #waiting = '';

  private constructor(stream: Writable, finish: () => Promise<void>) {
    this.#stream = stream;
    this.#finish = finish;
    // It may fail between two writes, and the driver then says nothing when it is written to.
    this.#failed = new Promise((_, reject) => void stream.once('error', reject));
    this.#failed.catch(() => undefined);
  }

  /** Begins after the table has been emptied: Postgres then writes no log of rows where `wal_level` is `minimal`. */
  static async begin(
    sql: Sql,
    table: string,
    columns: readonly string[],
    isEmptied = true,
  ): Promise<TableStream> {
    const session = await sql.reserve();
    await session`begin`;
    if (isEmptied) await session`truncate ${session(table)}`;
    const stream = await session.unsafe(`copy "${table}" (${columns.join(', ')}) from stdin`).writable();
    return new TableStream(stream, async () => {
      await session`commit`;
      session.release();
    });
  }

  push(values: readonly Value[]): void {
    let row = '';
    for (const [index, value] of values.entries())
      row += (index === 0 ? '' : '\t') + (typeof value === 'string' ? escaped(value) : (value ?? '\\N'));
    this.#waiting += `${row}\n`;
  }

  /** Hands the rows on, no faster than the database takes them. */
  async flush(): Promise<void> {
    const bytes = Buffer.from(this.#waiting);
    this.#waiting = '';
    for (let at = 0; at < bytes.length; at += CHUNK) {
      if (!this.#stream.write(bytes.subarray(at, at + CHUNK))) await this.#until('drain');
    }
  }

  async end(): Promise<void> {
    await this.flush();
    this.#stream.end();
    await this.#until('finish');
    await this.#finish();
  }

  async #until(event: string): Promise<void> {
    await Promise.race([once(this.#stream, event), this.#failed]);
  }
}

/** As COPY reads it. */
function escaped(text: string): string {
  if (!text.includes('\\') && !text.includes('\n')) return text;
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}
