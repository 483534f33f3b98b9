import type { FileAddress } from '../service.js';

type Ask = (attachmentId: string) => Promise<FileAddress>;

/** Before it ends an address is asked for anew, so that a player has time to load. */
const SPARE_MS = 5 * 60_000;
const KEPT_MAX = 500;

/** The addresses of files that were asked for, each for as long as it is valid: rows of a list come and go. */
export class FileAddresses {
  readonly #ask: Ask;
  readonly #now: () => number;
  readonly #kept = new Map<string, Promise<FileAddress>>();

  constructor(ask: Ask, now: () => number = Date.now) {
    this.#ask = ask;
    this.#now = now;
  }

  /** Rejects as the call does; then the next one asks again. */
  async find(attachmentId: string): Promise<string> {
    const kept = await this.#kept.get(attachmentId)?.catch(() => null);
    if (kept && Date.parse(kept.expiresAt) - this.#now() > SPARE_MS) return kept.url;
    const asked = this.#ask(attachmentId);
    this.#keep(attachmentId, asked);
    return (await asked).url;
  }

  #keep(attachmentId: string, asked: Promise<FileAddress>): void {
    this.#kept.delete(attachmentId);
    this.#kept.set(attachmentId, asked);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
  }
}
