/**
 * A sign that a wait may be over:
 * - `online`, `offline`: the browser has a network again, or none any more;
 * - `visible`: the page is shown again, perhaps after the computer slept;
 * - `live`: a stream of this client has reached the service, so calls that wait for it need not wait longer;
 * - `token`: the client was given another token.
 */
export type Sign = 'online' | 'offline' | 'visible' | 'live' | 'token';

type Listener = (sign: Sign) => void;

/** Passes signs on to what waits. It listens to the page only meanwhile, so that an unused client is no leak. */
export class Signs {
  readonly #listeners = new Set<Listener>();

  /** Calls `listener` for each sign, until the returned function is called. */
  listen(listener: Listener): () => void {
    if (this.#listeners.size === 0) this.#observe('addEventListener');
    this.#listeners.add(listener);
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0)
        this.#observe('removeEventListener');
    };
  }

  send(sign: Sign): void {
    for (const listener of [...this.#listeners]) listener(sign);
  }

  /** Node has neither a window nor a document, and a worker of a page no document. */
  #observe(change: 'addEventListener' | 'removeEventListener'): void {
    // The DOM types say that all of these exist.
    const page: Partial<Pick<typeof globalThis, typeof change | 'document'>> = globalThis;
    page[change]?.('online', this.#onNetwork);
    page[change]?.('offline', this.#onNetwork);
    page.document?.[change]('visibilitychange', this.#onVisibility);
  }

  readonly #onNetwork = ({ type }: Event) => this.send(type === 'online' ? 'online' : 'offline');

  readonly #onVisibility = () => {
    if (globalThis.document.visibilityState === 'visible') this.send('visible');
  };
}
