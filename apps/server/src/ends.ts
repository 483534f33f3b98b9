type End = () => Promise<void> | void;

/** What has to be ended of what was opened, in the opposite order. */
export class Ends {
  readonly #ends: End[];

  constructor(first: End) {
    this.#ends = [first];
  }

  add(end: End): void {
    this.#ends.push(end);
  }

  async run(): Promise<void> {
    for (const end of this.#ends.splice(0).toReversed()) await end();
  }
}
