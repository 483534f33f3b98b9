interface Turn {
  next: string | null;
  timer?: ReturnType<typeof setTimeout>;
}

const AFTER_FAILURE_MS = 30_000;

/**
 * When something is sent that each later value replaces: the first value at once, then at most one in the milliseconds that `everyMs`
 * says for its key, and of those that come meanwhile the last. What failed counts as waiting where `isPassing` says so.
 */
export class Pace {
  readonly #turns = new Map<string, Turn>();
  readonly #send: (key: string, value: string) => Promise<void>;
  readonly #isPassing: (error: unknown) => boolean;
  readonly #everyMs: (key: string) => number;
  readonly #sending = new Set<Promise<void>>();

  constructor(
    send: (key: string, value: string) => Promise<void>,
    isPassing: (error: unknown) => boolean,
    everyMs: (key: string) => number,
  ) {
    this.#send = send;
    this.#isPassing = isPassing;
    this.#everyMs = everyMs;
  }

  /** Resolves when the value is sent, or waits. Rejects where it was refused at once. */
  async set(key: string, value: string): Promise<void> {
    const turn = this.#turns.get(key);
    if (turn) turn.next = value;
    else await this.#take(key, value);
  }

  /** Sends what waits now, as where no later value will come. Resolves when all that was on its way is answered. */
  async hurry(): Promise<void> {
    for (const [key, turn] of this.#turns) if (turn.next !== null) this.#end(key, turn);
    await Promise.allSettled(this.#sending);
  }

  close(): void {
    for (const { timer } of this.#turns.values()) clearTimeout(timer);
    this.#turns.clear();
  }

  async #take(key: string, value: string): Promise<void> {
    const turn: Turn = { next: null };
    this.#turns.set(key, turn);
    let ms = this.#everyMs(key);
    const sending = this.#send(key, value);
    this.#sending.add(sending);
    try {
      await sending;
    } catch (error) {
      if (!this.#isPassing(error)) throw error;
      turn.next ??= value;
      ms = AFTER_FAILURE_MS;
    } finally {
      this.#sending.delete(sending);
      if (this.#turns.get(key) === turn) turn.timer = setTimeout(() => this.#end(key, turn), ms);
    }
  }

  #end(key: string, { next, timer }: Turn): void {
    clearTimeout(timer);
    this.#turns.delete(key);
    if (next !== null) void this.#take(key, next).catch(() => {});
  }
}
