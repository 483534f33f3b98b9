/** While the events of a time without a connection arrive, they are shown together, so often. */
const CATCHING_UP_MS = 50;

/** When what has changed is shown. What the person does is shown at once; what comes while the store catches up, together. */
export class Commits {
  readonly #isCatchingUp: () => boolean;
  readonly #commit: () => void;
  #isSoon = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(isCatchingUp: () => boolean, commit: () => void) {
    this.#isCatchingUp = isCatchingUp;
    this.#commit = commit;
  }

  soon(changedBy: 'person' | 'service'): void {
    if (this.#closed || this.#isSoon) return;
    if (changedBy === 'service' && this.#isCatchingUp()) {
      this.#timer ??= setTimeout(() => this.now(), CATCHING_UP_MS);
      return;
    }
    this.#isSoon = true;
    queueMicrotask(() => this.now());
  }

  now(): void {
    this.#isSoon = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#closed) this.#commit();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }
}
