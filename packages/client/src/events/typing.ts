/** The service broadcasts a user's typing at most once in this many milliseconds; what is sent between has no effect. */
const BROADCAST_INTERVAL_MS = 3_000;

/** Allows one frame for each channel in each interval. */
export class TypingThrottle {
  readonly #sentAt = new Map<string, number>();

  allows(channelId: string): boolean {
    const now = Date.now();
    for (const [id, at] of this.#sentAt) {
      if (now - at >= BROADCAST_INTERVAL_MS) this.#sentAt.delete(id);
    }
    if (this.#sentAt.has(channelId)) return false;
    this.#sentAt.set(channelId, now);
    return true;
  }
}
