/** What the replies of a place name, by the hashes of ids: which message each is, and whether it is written. */
export class Threads {
  /** In order, each once. */
  readonly #ids: Float64Array;
  readonly #begunBy: Int32Array;
  readonly #written: Uint8Array;

  /** `named` has 0 for a message that replies to nothing. */
  constructor(named: Float64Array) {
    const sorted = named.slice().sort();
    this.#ids = sorted.filter((id, n) => id !== 0 && id !== sorted[n - 1]);
    this.#begunBy = new Int32Array(this.#ids.length).fill(-1);
    this.#written = new Uint8Array(this.#ids.length);
  }

  /** The first message with an id is the one that a reply means. */
  begin(id: number, message: number): void {
    const n = this.#find(id);
    if (n >= 0 && this.#begunBy[n] === -1) this.#begunBy[n] = message;
  }

  /** The number of the message; less than 0 where it is not there. */
  begunBy(id: number): number {
    return this.#begunBy[this.#find(id)] ?? -1;
  }

  isWritten(id: number): boolean {
    return this.#written[this.#find(id)] === 1;
  }

  /** Returns whether replies name it and it was not written before. */
  write(id: number): boolean {
    const n = this.#find(id);
    if (n < 0 || this.#written[n] === 1) return false;
    this.#written[n] = 1;
    return true;
  }

  #find(id: number): number {
    let [from, to] = [0, this.#ids.length - 1];
    while (from <= to) {
      const middle = (from + to) >>> 1;
      const found = this.#ids[middle] ?? 0;
      if (found === id) return middle;
      if (found < id) from = middle + 1;
      else to = middle - 1;
    }
    return -1;
  }
}
