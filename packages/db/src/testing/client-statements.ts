const PARSE = 0x50;
const BIND = 0x42;
const QUERY = 0x51;
const HEADER_BYTES = 5;

/** Reads what a driver sends to a Postgres, to know the statements of the transaction under way (Postgres manual, 54.7). */
export class ClientStatements {
  #unread = Buffer.alloc(0);
  #hasStarted = false;
  readonly #prepared = new Map<string, string>();
  #ofTransaction: string[] = [];

  /** The statements since the last BEGIN. */
  get ofTransaction(): readonly string[] {
    return this.#ofTransaction;
  }

  read(bytes: Buffer): void {
    this.#unread = Buffer.concat([this.#unread, bytes]);
    for (let end = this.#nextEnd(); end !== null; end = this.#nextEnd()) {
      if (this.#hasStarted) this.#note(this.#unread.subarray(0, end));
      this.#hasStarted = true;
      this.#unread = this.#unread.subarray(end);
    }
  }

  /** Where the first message ends, if it is complete. The startup message alone has no byte for its type. */
  #nextEnd(): number | null {
    const typeBytes = this.#hasStarted ? 1 : 0;
    if (this.#unread.length < typeBytes + 4) return null;
    const end = typeBytes + this.#unread.readUInt32BE(typeBytes);
    return this.#unread.length < end ? null : end;
  }

  #note(message: Buffer): void {
    const [first = '', second = ''] = message.toString('utf8', HEADER_BYTES).split('\0', 2);
    if (message[0] === PARSE) this.#prepared.set(first, second);
    // A Bind names its portal, then the statement.
    if (message[0] === BIND) this.#begin(this.#prepared.get(second) ?? '');
    if (message[0] === QUERY) this.#begin(first);
  }

  #begin(sql: string): void {
    if (/^begin/i.test(sql)) this.#ofTransaction = [];
    this.#ofTransaction.push(sql);
  }
}
