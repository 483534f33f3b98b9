/**
 * Warns on the console, once, when the likely reason for no answer is that the service does not allow this page (CORS). A
 * browser tells the page nothing but a `TypeError`: the page is of another origin than the service, the network is there,
 * and no call has had an answer yet.
 */
export class CorsHint {
  readonly #url: string;
  #done = false;

  constructor(url: string) {
    this.#url = url;
  }

  answered(): void {
    this.#done = true;
  }

  failed(error: unknown): void {
    // The DOM types say that both exist everywhere.
    const { location, navigator }: Partial<Pick<typeof globalThis, 'location' | 'navigator'>> = globalThis;
    const isCors =
      error instanceof TypeError &&
      location !== undefined &&
      location.origin !== new URL(this.#url).origin &&
      navigator?.onLine !== false;
    if (this.#done || !isCors) return;
    this.#done = true;
    // biome-ignore lint/suspicious/noConsole: the developer of the page reads it, and nobody else can say why
    console.warn(
      `Palaver: no answer from ${this.#url}. If the service runs there, it does not allow this page: ` +
        `set CORS_ORIGINS=${location.origin} in its environment and start it again.`,
    );
  }
}
