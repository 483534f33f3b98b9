const PAGE_ROWS = 256;

/**
 * Rows of numbers, in pages that are all of one size: an array that grows is copied, and holes that are too small for the next copy stay in
 * the memory of the process.
 */
export class NumberTable<Column extends string> {
  readonly #columns: ReadonlyMap<Column, number>;
  readonly #pages: Float64Array[] = [];
  #last = new Float64Array(0);
  #count = 0;

  constructor(columns: readonly Column[]) {
    this.#columns = new Map(columns.map((column, n) => [column, n]));
  }

  get count(): number {
    return this.#count;
  }

  add(row: Readonly<Record<Column, number>>): void {
    const at = this.#count % PAGE_ROWS;
    if (at === 0) {
      this.#last = new Float64Array(PAGE_ROWS * this.#columns.size);
      this.#pages.push(this.#last);
    }
    for (const [column, n] of this.#columns) this.#last[n * PAGE_ROWS + at] = row[column];
    this.#count++;
  }

  /** 0 for a row that is not there. */
  get(row: number, column: Column): number {
    const n = this.#columns.get(column) ?? 0;
    return this.#pages[Math.floor(row / PAGE_ROWS)]?.[n * PAGE_ROWS + (row % PAGE_ROWS)] ?? 0;
  }

  column(column: Column): Float64Array {
    return new Float64Array(this.#count).map((_, row) => this.get(row, column));
  }
}
