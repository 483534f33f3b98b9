/** Marks channels as read as the client's store does: while a request for a channel is on its way, only the last that follows is made. */
export class ReadMarks {
  readonly #mark: (channelId: string, messageId: string) => Promise<unknown>;
  /** By channel on whose request the service works, the message of the request that follows. */
  readonly #next = new Map<string, string | null>();
  readonly #working = new Set<Promise<void>>();

  constructor(mark: (channelId: string, messageId: string) => Promise<unknown>) {
    this.#mark = mark;
  }

  set(channelId: string, messageId: string): void {
    if (this.#next.has(channelId)) {
      this.#next.set(channelId, messageId);
      return;
    }
    const working = this.#markAll(channelId, messageId).finally(() => this.#working.delete(working));
    // Whoever waits for it hears of a refusal.
    working.catch(() => {});
    this.#working.add(working);
  }

  async settled(): Promise<void> {
    await Promise.all(this.#working);
  }

  async #markAll(channelId: string, messageId: string): Promise<void> {
    this.#next.set(channelId, null);
    try {
      for (let next: string | null = messageId; next !== null; next = this.#next.get(channelId) ?? null) {
        this.#next.set(channelId, null);
        await this.#mark(channelId, next);
      }
    } finally {
      this.#next.delete(channelId);
    }
  }
}
