import {
  type CryptoKey,
  createLocalJWKSet,
  errors,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWSHeaderParameters,
} from 'jose';
import { AppError } from '../kernel/errors/app-error.js';
import { boundedFetch } from '../kernel/services/bounded-fetch.js';

/** Keys are read again after ten minutes, so that one which the issuer has taken back ends then. */
const MAX_AGE_MS = 600_000;
/** An unknown key has them read again, at most so often: anybody can send a token that names one. */
const UNKNOWN_KEY_MS = 30_000;
/** While the address fails and nobody can sign in, it is asked at most so often. */
const RETRY_MS = 1_000;

type KeySet = ReturnType<typeof createLocalJWKSet>;

/** The published keys of an issuer of tokens. */
export class IssuerKeys {
  readonly #url: string;
  #keys: KeySet | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  #askedAt = Number.NEGATIVE_INFINITY;
  #failure: unknown = null;
  /** Tokens that come meanwhile wait for the same request. */
  #reading: Promise<void> | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  /** The key of a token. Throws `JWKSNoMatchingKey` of jose, or `ISSUER_UNAVAILABLE` when the address gives no keys. */
  async find(header: JWSHeaderParameters, token: FlattenedJWSInput, now: number): Promise<CryptoKey> {
    if (now - this.#readAt >= MAX_AGE_MS) await this.#read(now, RETRY_MS);
    const keys = this.#require(now);
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await this.#read(now, UNKNOWN_KEY_MS);
      // Whether the issuer has a key that is not among the last ones is not known then.
      if (this.#failure !== null) throw new AppError('ISSUER_UNAVAILABLE', { cause: this.#failure });
      return this.#require(now)(header, token);
    }
  }

  #require(now: number): KeySet {
    if (this.#keys !== null && now - this.#readAt < MAX_AGE_MS) return this.#keys;
    throw new AppError('ISSUER_UNAVAILABLE', { cause: this.#failure });
  }

  async #read(now: number, pauseMs: number): Promise<void> {
    if (this.#reading === null && now - this.#askedAt < pauseMs) return;
    this.#reading ??= this.#request(now).finally(() => {
      this.#reading = null;
    });
    await this.#reading;
  }

  async #request(now: number): Promise<void> {
    this.#askedAt = now;
    try {
      const response = await boundedFetch(this.#url, { headers: { accept: 'application/json' } });
      if (response.status !== 200) throw new Error(`The address of the keys answered ${response.status}.`);
      // `createLocalJWKSet` checks what it is.
      this.#keys = createLocalJWKSet((await response.json()) as JSONWebKeySet);
      this.#readAt = now;
      this.#failure = null;
    } catch (error) {
      this.#failure = error;
    }
  }
}
