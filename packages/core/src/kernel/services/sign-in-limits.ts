import { Backoff, type BackoffLimits, type Settle } from '../concurrency/backoff.js';
import type { Clock } from './clock.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The numbers of docs/reference.md, section 5. */
const BY_NAME: BackoffLimits = { free: 10, firstMs: SECOND_MS, maxMs: 5 * MINUTE_MS, forgetMs: HOUR_MS };
const BY_NETWORK: BackoffLimits = { free: 30, firstMs: SECOND_MS, maxMs: MINUTE_MS, forgetMs: HOUR_MS };
const BY_KNOWN_NETWORK: BackoffLimits = {
  free: 10,
  firstMs: SECOND_MS,
  maxMs: MINUTE_MS,
  forgetMs: 15 * MINUTE_MS,
};

/** A code has six digits, and three of them are valid at a time, so guesses of codes are slowed down more. */
const CODES: BackoffLimits = { free: 5, firstMs: SECOND_MS, maxMs: 15 * MINUTE_MS, forgetMs: 24 * HOUR_MS };
const CODES_FROM_KNOWN_NETWORK: BackoffLimits = {
  free: 5,
  firstMs: SECOND_MS,
  maxMs: 5 * MINUTE_MS,
  forgetMs: HOUR_MS,
};

/**
 * Where an attempt to sign in comes from: a network from which this account has signed in before, or any other one. The
 * name is the one that was typed, whether or not it belongs to an account, so that a refusal does not tell.
 */
export type SignInOrigin =
  | { readonly isKnown: true; readonly userId: string; readonly network: string }
  | { readonly isKnown: false; readonly name: string; readonly network: string | null };

/** The counters of one kind of secret. */
interface Counts {
  readonly byName: Backoff;
  readonly byKnownNetwork: Backoff;
}

/**
 * Slows down the guessing of passwords before anything is hashed. Failures from elsewhere never delay the networks that
 * an account is known to use.
 */
export class SignInLimits {
  readonly #byName: Backoff;
  readonly #byNetwork: Backoff;
  readonly #byKnownNetwork: Backoff;
  readonly #codes: Backoff;
  readonly #codesFromKnownNetwork: Backoff;

  constructor(clock: Clock) {
    this.#byName = new Backoff(clock, BY_NAME);
    this.#byNetwork = new Backoff(clock, BY_NETWORK);
    this.#byKnownNetwork = new Backoff(clock, BY_KNOWN_NETWORK);
    this.#codes = new Backoff(clock, CODES);
    this.#codesFromKnownNetwork = new Backoff(clock, CODES_FROM_KNOWN_NETWORK);
  }

  /**
   * Runs a check of a password, which counts unless the password is right. From a known network a right one makes up for
   * the wrong ones before it. Throws `TOO_MANY_ATTEMPTS` instead of checking, and `BUSY` when too many wait for a check.
   */
  check(origin: SignInOrigin, verify: () => Promise<boolean>): Promise<boolean> {
    return this.#count(origin, verify, { byName: this.#byName, byKnownNetwork: this.#byKnownNetwork });
  }

  /**
   * The same for a second factor, whose origin names the account by its id. The counts are others than those of passwords,
   * because a right password comes before each guess of a code.
   */
  checkSecondFactor(origin: SignInOrigin, verify: () => Promise<boolean>): Promise<boolean> {
    const [byName, byKnownNetwork] = [this.#codes, this.#codesFromKnownNetwork];
    return this.#count(origin, verify, { byName, byKnownNetwork });
  }

  async #count(origin: SignInOrigin, verify: () => Promise<boolean>, by: Counts): Promise<boolean> {
    const settles: Settle[] = [];
    const settle = (outcome: Parameters<Settle>[0]) => {
      for (const each of settles) each(outcome);
    };
    const counters = this.#countersOf(origin, by);
    try {
      for (const [backoff, key] of counters) settles.push(await backoff.begin(key));
      const isRight = await verify();
      if (isRight && origin.isKnown) for (const [backoff, key] of counters) backoff.forget(key);
      settle(isRight ? 'succeeded' : 'failed');
      return isRight;
    } catch (error) {
      settle('undecided');
      throw error;
    }
  }

  #countersOf(
    origin: SignInOrigin,
    { byName, byKnownNetwork }: Counts,
  ): ReadonlyArray<readonly [Backoff, string]> {
    if (origin.isKnown) return [[byKnownNetwork, `${origin.userId} ${origin.network}`]];
    const { name, network } = origin;
    return [[byName, name], ...(network === null ? [] : [[this.#byNetwork, network] as const])];
  }
}
