import type { Json } from '../../incoming-webhooks/dialects/json.js';
import { ArchiveError } from '../archive/archive-error.js';
import { parsed } from './zip-export.js';

/** The longest row of a table. */
const ROW_BYTES_MAX = 64 * 1024 * 1024;
const NAME_BYTES_MAX = 1024;
const BOM: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf]);
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPENS_LIST, CLOSES_LIST, OPENS_OBJECT, CLOSES_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** A row of a table, the end of a table with the number of its rows, or a value that is no table. */
export type TableItem =
  | { readonly type: 'row'; readonly table: string; readonly index: number; readonly value: Json }
  | { readonly type: 'table'; readonly table: string; readonly rows: number }
  | { readonly type: 'other'; readonly table: string };

type State = 'begin' | 'name' | 'value' | 'row' | 'other' | 'next' | 'end';

/**
 * The rows of an object of lists, `{"zerver_stream": [{…}, …], …}`, or of one list, whose name is empty. One row at a time is in the memory, so
 * that the file may have any size. Rows of tables that `isRead` does not name are counted alone. Throws `ArchiveError`.
 */
export async function* jsonTables(
  content: AsyncIterable<Buffer>,
  called: string,
  isRead: (table: string) => boolean,
): AsyncGenerator<TableItem> {
  const tables = new Tables(called, isRead);
  for await (const chunk of content) yield* tables.itemsOf(chunk);
  tables.end();
}

class Tables {
  #state: State = 'begin';
  #table = '';
  #isList = false;
  #rows = 0;
  /** What stands before the chunk of the name or the row that is being read. */
  #before: Buffer[] = [];
  #beforeBytes = 0;
  #isBlank = true;
  /** How many lists and objects are open within the name or the row. */
  #depth = 0;
  #isInText = false;
  #isEscaped = false;

  constructor(
    private readonly called: string,
    private readonly isRead: (table: string) => boolean,
  ) {}

  *itemsOf(chunk: Buffer): Generator<TableItem> {
    for (let from = 0; from < chunk.length; ) {
      if (this.#state !== 'name' && this.#state !== 'row' && this.#state !== 'other') {
        this.#step(chunk[from++] ?? 0);
        continue;
      }
      const end = this.#endIn(chunk, from);
      this.#keep(chunk.subarray(from, end < 0 ? chunk.length : end));
      if (end < 0) return;
      yield* this.#finish(chunk[end] ?? 0);
      from = end + 1;
    }
  }

  end(): void {
    if (this.#state !== 'end') throw this.#broken();
  }

  /** A byte between names and values. */
  #step(byte: number): void {
    if (byte <= 0x20 || (this.#state === 'begin' && BOM.has(byte))) return;
    if (this.#state === 'begin' && byte === OPENS_OBJECT) this.#state = 'name';
    else if (this.#state === 'begin' && byte === OPENS_LIST) this.#beginRows(true);
    else if (this.#state === 'value' && byte === OPENS_LIST) this.#beginRows(false);
    else if (this.#state === 'value' && byte !== COMMA && byte !== CLOSES_OBJECT && byte !== CLOSES_LIST) {
      this.#state = 'other';
      this.#isInText = byte === QUOTE;
      this.#depth = byte === OPENS_OBJECT ? 1 : 0;
    } else if (this.#state === 'next' && byte === COMMA) this.#state = 'name';
    else if (this.#state === 'next' && byte === CLOSES_OBJECT) this.#state = 'end';
    else throw this.#broken();
  }

  #beginRows(isList: boolean): void {
    this.#state = 'row';
    this.#isList = isList;
    this.#rows = 0;
  }

  /** Where the name or the row ends in a chunk; -1 where it does not. */
  #endIn(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at];
      if (this.#isInText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#isInText = false;
      } else if (byte === QUOTE) this.#isInText = true;
      else if (byte === OPENS_LIST || byte === OPENS_OBJECT) this.#depth++;
      else if (byte === CLOSES_LIST || byte === CLOSES_OBJECT) {
        if (this.#depth === 0) return at;
        this.#depth--;
      } else if (this.#depth === 0 && byte === (this.#state === 'name' ? COLON : COMMA)) return at;
    }
    return -1;
  }

  #keep(bytes: Buffer): void {
    this.#isBlank &&= bytes.every((byte) => byte <= 0x20);
    if (this.#state === 'other' || (this.#state === 'row' && !this.isRead(this.#table))) return;
    this.#beforeBytes += bytes.length;
    if (this.#beforeBytes > (this.#state === 'name' ? NAME_BYTES_MAX : ROW_BYTES_MAX))
      throw new ArchiveError(`A row of ${this.called} is larger than 64 MiB.`);
    this.#before.push(bytes);
  }

  *#finish(byte: number): Generator<TableItem> {
    const [bytes, isBlank] = [Buffer.concat(this.#before), this.#isBlank];
    [this.#before, this.#beforeBytes, this.#isBlank] = [[], 0, true];
    switch (this.#state) {
      case 'name':
        if (byte === COLON) this.#name(bytes);
        else if (byte === CLOSES_OBJECT && isBlank) this.#state = 'end';
        else throw this.#broken();
        return;
      case 'other':
        yield { type: 'other', table: this.#table };
        this.#afterValue(byte);
        return;
      default:
        yield* this.#row(bytes, isBlank, byte);
    }
  }

  #name(bytes: Buffer): void {
    const name = parsed(bytes, this.called);
    if (typeof name !== 'string') throw this.#broken();
    this.#table = name;
    this.#state = 'value';
  }

  *#row(bytes: Buffer, isBlank: boolean, byte: number): Generator<TableItem> {
    const isLast = byte === CLOSES_LIST;
    if ((!isLast && byte !== COMMA) || (isBlank && !(isLast && this.#rows === 0))) throw this.#broken();
    if (!isBlank) {
      const index = this.#rows++;
      if (this.isRead(this.#table))
        yield { type: 'row', table: this.#table, index, value: parsed(bytes, this.#called(index)) };
    }
    if (!isLast) return;
    yield { type: 'table', table: this.#table, rows: this.#rows };
    this.#state = this.#isList ? 'end' : 'next';
  }

  #afterValue(byte: number): void {
    if (byte === CLOSES_LIST) throw this.#broken();
    this.#state = byte === COMMA ? 'name' : 'end';
  }

  #called(index: number): string {
    return `Row ${index + 1} of ${this.#table === '' ? '' : `${this.#table} in `}${this.called}`;
  }

  #broken(): ArchiveError {
    return new ArchiveError(`${this.called} is no JSON.`);
  }
}
