/** Between two comparisons of heads, in milliseconds: a bus that loses much must not become a load for the database. */
const SPACE_MS = 200;

/** Runs a check at once when it is asked for, and then not again before some time has passed. */
export class SpacedChecks {
  readonly #check: () => Promise<void>;
  #timer: NodeJS.Timeout | null = null;
  #running = false;
  #wanted = false;

  constructor(check: () => Promise<void>) {
    this.#check = check;
  }

  /** Asks for a check that begins after this call. */
  request(): void {
    this.#wanted = true;
    if (!this.#running && this.#timer === null) void this.#run();
  }

  stop(): void {
    this.#wanted = false;
    if (this.#timer) clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    this.#wanted = false;
    this.#running = true;
    await this.#check();
    this.#running = false;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#wanted) void this.#run();
    }, SPACE_MS).unref();
  }
}
