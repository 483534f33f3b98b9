/** So long nobody must touch a page before the person counts as away from it, in milliseconds. */
export const IDLE_AFTER_MS = 5 * 60_000;

/** Follows whether somebody is at a page. Whoever does not see it cannot touch it, so that a hidden page becomes idle as well. */
export class IdleWatch {
  readonly #onChange: (isIdle: boolean) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #touchedAt = 0;
  #isIdle = false;

  constructor(onChange: (isIdle: boolean) => void) {
    this.#onChange = onChange;
    this.touch();
  }

  /** A key, the pointer, or the page was shown again. It may be called for each move. */
  touch(): void {
    this.#touchedAt = Date.now();
    this.#timer ??= setTimeout(this.#look, IDLE_AFTER_MS);
    this.#set(false);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  readonly #look = () => {
    const leftMs = this.#touchedAt + IDLE_AFTER_MS - Date.now();
    this.#timer = leftMs > 0 ? setTimeout(this.#look, leftMs) : undefined;
    if (leftMs <= 0) this.#set(true);
  };

  #set(isIdle: boolean): void {
    if (isIdle === this.#isIdle) return;
    this.#isIdle = isIdle;
    this.#onChange(isIdle);
  }
}
