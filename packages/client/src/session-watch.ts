/** Reports that the session of a token is over: once for each token, whichever call or stream learns of it first. */
export class SessionWatch {
  readonly #onSignedOut: () => void;
  #sent: string | null = null;
  #reported: string | null = null;

  constructor(onSignedOut: () => void) {
    this.#onSignedOut = onSignedOut;
  }

  /** Remembers what a request authenticates with; null for nothing. */
  sent(authorization: string | null): void {
    if (authorization !== null) this.#sent = authorization;
  }

  /** Reports the end of the session of a token; by default of the one that was sent last. */
  over(authorization = this.#sent): void {
    if (authorization === null || authorization === this.#reported) return;
    this.#reported = authorization;
    // In a microtask of its own, so that an error of the listener does not end a call or a stream.
    queueMicrotask(this.#onSignedOut);
  }
}
