interface Turn {
  next: string | null;
  timer?: ReturnType<typeof setTimeout>;
}

/** The pace of the client's store in channels that do not show who has read what (`packages/client/src/store/read-marks.ts`). */
const EVERY_MS = 10_000;

/** Marks channels as read, or rooms, as the client's store does: the first time at once, then the last of those that come meanwhile. */
export class ReadMarks {
  readonly #mark: (channelId: string, messageId: string) => Promise<unknown>;
  readonly #turns = new Map<string, Turn>();
  readonly #working = new Set<Promise<void>>();

  constructor(mark: (channelId: string, messageId: string) => Promise<unknown>) {
    this.#mark = mark;
  }

  set(channelId: string, messageId: string): void {
    const turn = this.#turns.get(channelId);
    if (turn) turn.next = messageId;
    else this.#take(channelId, messageId);
  }

  /** Whoever leaves the channel or the page marks at once what waits. */
  hurry(): void {
    for (const [channelId, turn] of this.#turns) if (turn.next !== null) this.#end(channelId, turn);
  }

  /** Resolves when what was sent is answered. Rejects when one was refused. */
  async settled(): Promise<void> {
    await Promise.all(this.#working);
  }

  #take(channelId: string, messageId: string): void {
    const turn: Turn = { next: null };
    this.#turns.set(channelId, turn);
    const working = this.#mark(channelId, messageId)
      .then(() => {})
      .finally(() => {
        this.#working.delete(working);
        if (this.#turns.get(channelId) === turn)
          turn.timer = setTimeout(() => this.#end(channelId, turn), EVERY_MS);
      });
    // Whoever waits for it hears of a refusal.
    working.catch(() => {});
    this.#working.add(working);
  }

  #end(channelId: string, { next, timer }: Turn): void {
    clearTimeout(timer);
    this.#turns.delete(channelId);
    if (next !== null) this.#take(channelId, next);
  }
}
