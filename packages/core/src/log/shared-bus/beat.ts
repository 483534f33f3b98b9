/** How often a node sends a beat, in milliseconds. A hole after the last message is seen at the next beat. */
const BEAT_MS = 1_000;
/** This many beats that have not come back end the connection. */
const MISSED_MAX = 2;

export interface BeatOptions {
  /** Whether there is anybody to hear this node. */
  readonly isNeeded: () => boolean;
  readonly send: () => void;
  readonly onSilence: () => void;
}

/**
 * Sends a beat a second and expects each back: a connection may look healthy and carry nothing
 * (docs/nodes.md, The bus). Beats are counted, not timed, so that a process that stood still does not take itself for deaf.
 */
export class Beat {
  readonly #options: BeatOptions;
  readonly #timer: NodeJS.Timeout;
  #unanswered = 0;
  #heard = false;

  constructor(options: BeatOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#tick(), BEAT_MS).unref();
  }

  /** Whether a message of this node has come back, and since then no beat was missed. */
  get heard(): boolean {
    return this.#heard;
  }

  /** Notes a message of this node that has come back. */
  hear(): void {
    this.#heard = true;
    this.#unanswered = 0;
  }

  /** Sends one now, beside those of each second. */
  now(): void {
    if (this.#options.isNeeded()) this.#options.send();
  }

  /** Begins anew, as with a new connection. */
  restart(): void {
    this.#heard = false;
    this.#unanswered = 0;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    if (!this.#options.isNeeded()) {
      this.restart();
      return;
    }
    if (this.#unanswered >= MISSED_MAX) {
      this.restart();
      this.#options.onSilence();
    }
    this.#unanswered++;
    this.#options.send();
  }
}
