import { hash, verify } from '@node-rs/argon2';
import { limitConcurrency } from '../concurrency/concurrency-limit.js';

/** OWASP's password storage cheat sheet: argon2id with m = 46 MiB, t = 1, p = 1. */
const ARGON2ID = { algorithm: 2, memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 };

const CONCURRENCY = 2;
const QUEUE_LIMIT = 64;

/** Hashes and verifies passwords, a few at a time: each takes 46 MiB and a core for tens of milliseconds. */
export interface PasswordHasher {
  /** Throws `BUSY` when too many are waiting already. */
  hash(password: string): Promise<string>;
  /** False for `null` (no such account), which takes the same time as a hash. Throws `BUSY` as `hash` does. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
}

/** A hasher that runs two at a time, queues at most `queueLimit` and refuses the rest. */
export async function createPasswordHasher(queueLimit = QUEUE_LIMIT): Promise<PasswordHasher> {
  const limited = limitConcurrency(CONCURRENCY, queueLimit);
  const dummyHash = await hash('the password of no account', ARGON2ID);
  return {
    hash: (password) => limited(() => hash(password, ARGON2ID)),
    verify: async (passwordHash, password) => {
      const matches = await limited(() => verify(passwordHash ?? dummyHash, password));
      return passwordHash !== null && matches;
    },
  };
}
