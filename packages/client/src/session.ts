/**
 * The token of a session or bot. Where its end is known, as in the answers of `auth.token` and `auth.login`, the client keeps it
 * until shortly before.
 */
export type Token = string | { readonly token: string; readonly expiresAt: string };

/** A token, or a function that gives one whenever the client needs it. */
export type TokenSource = Token | null | (() => Token | null | Promise<Token | null>);

/** A token is not used in the last part of its time, in milliseconds. */
const SPARE_MS = 30_000;

/**
 * What calls and streams authenticate with. It asks for another token when one was refused, and reports that the session is over
 * where there is none: once for each token, whichever call or stream learns of it first.
 */
export class Session {
  readonly #onSignedOut: () => void;
  #source: TokenSource;
  #kept: Token | null = null;
  #asking: Promise<Token | null> | null = null;
  #sent: string | null = null;
  #over: string | null = null;
  #isWarned = false;

  constructor(source: TokenSource, onSignedOut: () => void) {
    this.#source = source;
    this.#onSignedOut = onSignedOut;
  }

  /** Takes another token, or another source of tokens. */
  set(source: TokenSource): void {
    this.#source = source;
    this.#kept = null;
    this.#asking = null;
  }

  /** The token to send now; null for none. Rejects as the function does that gives tokens. */
  async token(): Promise<string | null> {
    const given = isFresh(this.#kept) ? this.#kept : await this.#ask();
    this.#sent = textOf(given);
    return this.#sent;
  }

  /**
   * Another token than one that was refused, by default the one that was sent last. Without another one it reports the end of the
   * session and resolves with null. Rejects as the function does that gives tokens.
   */
  async refused(token = this.#sent): Promise<string | null> {
    if (token === null || token === this.#over) return null;
    if (textOf(this.#kept) === token) this.#kept = null;
    const next = await this.token();
    if (next !== null && next !== token) return next;
    this.over(token);
    return null;
  }

  /** Reports the end of the session of a token. */
  over(token: string): void {
    if (token === this.#over) return;
    this.#over = token;
    // In a microtask of its own, so that an error of the listener does not end a call or a stream.
    queueMicrotask(this.#onSignedOut);
  }

  /** Whoever asks meanwhile has the same answer. */
  async #ask(): Promise<Token | null> {
    const source = this.#source;
    if (typeof source !== 'function') return source;
    this.#asking ??= Promise.resolve()
      .then(source)
      .then(checked)
      .catch((error) => this.#warn(error))
      .finally(() => {
        this.#asking = null;
      });
    const given = await this.#asking;
    if (source === this.#source) this.#kept = isFresh(given) ? given : null;
    return given;
  }

  /** Tells the developer of a page once: calls wait as for no answer, so nobody else sees why. */
  #warn(error: unknown): never {
    // biome-ignore lint/suspicious/noConsole: the developer reads it
    if (!this.#isWarned) console.warn('Palaver: no token.', error);
    this.#isWarned = true;
    throw error;
  }
}

/** What a function gives is often the answer of a backend, which no type has seen. */
function checked(given: Token | null): Token | null {
  if (given === null || typeof given === 'string' || 'token' in Object(given)) return given;
  throw new TypeError('The function gave neither a token nor { token, expiresAt }');
}

function isFresh(token: Token | null): token is Token {
  return typeof token === 'object' && token !== null && Date.parse(token.expiresAt) - Date.now() > SPARE_MS;
}

function textOf(token: Token | null): string | null {
  return typeof token === 'object' ? (token?.token ?? null) : token;
}
