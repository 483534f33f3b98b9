const WINDOW_MS = 1_000;
/** Keys that have a count of their own; beyond it all further ones share one. */
const KEYS_MAX = 10_000;

export interface LineLimitOptions {
  /** The lines of one key that are written in a second. */
  readonly max: number;
  /**
   * Called at the end of a second, for each key with more lines than that: how many were only counted. A null key is that
   * of all keys beyond the 10,000th of the second.
   */
  readonly onCounted: (key: string | null, lines: number) => void;
}

/**
 * Lets this many lines of a key into the log in a second and counts the others. The second begins with its first line, so
 * there is a timer only while lines come. At its end everything is forgotten.
 */
export class LineLimit {
  readonly #options: LineLimitOptions;
  readonly #lines = new Map<string | null, number>();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: LineLimitOptions) {
    this.#options = options;
  }

  /** Counts a line of the key; false for one that must not be written. */
  take(key: string): boolean {
    this.#timer ??= setTimeout(() => this.endSecond(), WINDOW_MS).unref();
    const own = this.#lines.size < KEYS_MAX || this.#lines.has(key) ? key : null;
    const lines = (this.#lines.get(own) ?? 0) + 1;
    this.#lines.set(own, lines);
    return lines <= this.#options.max;
  }

  /** Reports what was only counted, and begins anew; also for the end of the service. */
  endSecond(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const { max, onCounted } = this.#options;
    for (const [key, lines] of this.#lines) if (lines > max) onCounted(key, lines - max);
    this.#lines.clear();
  }
}
