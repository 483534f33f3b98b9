import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { Clock } from './clock.js';

/** Capital letters and digits without those that look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const GROUPS = 4;
const GROUP_LENGTH = 5;

export const SETUP_CODE_LIFETIME_MS = 3600 * 1000;
const WRONG_MAX = 10;

/**
 * The one-time code with which the first account becomes an admin of this instance (docs/reference.md, Administration). It
 * is over after an hour, after ten wrong guesses, and once it has been used.
 */
export class SetupCode {
  /** For the operator alone. */
  readonly text: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
  readonly #digest: Buffer;
  readonly #clock: Clock;
  #isOver = false;
  #whenEnded: () => void = () => {};
  /** Resolves when the code has been used. */
  readonly ended = new Promise<void>((resolve) => {
    this.#whenEnded = resolve;
  });
  #wrong = 0;

  /** Makes a new code, or knows one that another process has made. */
  constructor(clock: Clock, made?: Pick<SetupCode, 'text' | 'expiresAt'>) {
    this.text = made?.text ?? Array.from({ length: GROUPS }, makeGroup).join('-');
    this.expiresAt = made?.expiresAt ?? clock.now().getTime() + SETUP_CODE_LIFETIME_MS;
    this.#digest = digestOf(this.text);
    this.#clock = clock;
  }

  /** Whether this is the code; a wrong guess counts. It takes the same time for every guess. */
  matches(given: string): boolean {
    const isRight = timingSafeEqual(digestOf(given.trim().toUpperCase()), this.#digest);
    if (!isRight) this.#wrong += 1;
    const isOpen = !this.#isOver && this.#wrong < WRONG_MAX && this.#clock.now().getTime() < this.expiresAt;
    return isRight && isOpen;
  }

  /** Ends the code, once it has been used. */
  end(): void {
    this.#isOver = true;
    this.#whenEnded();
  }
}

function makeGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
