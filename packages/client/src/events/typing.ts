/**
 * A sign of typing is sent at most once in this many milliseconds. The service takes one in three seconds; each goes to everybody in the
 * channel, and the next one only has to come before the last one is no longer shown.
 */
const INTERVAL_MS = 5_000;
/** How long a sign of typing is shown, in milliseconds: long enough that the next one comes in time over a slow connection. */
export const TYPING_SHOWN_MS = INTERVAL_MS + 3_000;

/** Allows one frame for each channel in each interval. */
export class TypingThrottle {
  readonly #sentAt = new Map<string, number>();

  allows(channelId: string): boolean {
    const now = Date.now();
    for (const [id, at] of this.#sentAt) {
      if (now - at >= INTERVAL_MS) this.#sentAt.delete(id);
    }
    if (this.#sentAt.has(channelId)) return false;
    this.#sentAt.set(channelId, now);
    return true;
  }
}
