/** The service announces someone's typing anew after this, in milliseconds; what is sent between says nothing. */
const ANNOUNCED_FOR_MS = 3_000;

/** Lets the first of a burst of key strokes through, for each channel. */
export class TypingThrottle {
  readonly #said = new Map<string, number>();

  allows(channelId: string): boolean {
    const now = Date.now();
    for (const [id, at] of this.#said) {
      if (now - at >= ANNOUNCED_FOR_MS) this.#said.delete(id);
    }
    if (this.#said.has(channelId)) return false;
    this.#said.set(channelId, now);
    return true;
  }
}
