import { hash, verify } from '@node-rs/argon2';
import { limitConcurrency } from '../concurrency/concurrency-limit.js';

/** OWASP's password storage cheat sheet: argon2id with m = 46 MiB, t = 1, p = 1. */
const ARGON2ID = { algorithm: 2, memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 };

const CONCURRENCY = 2;
const QUEUE_LIMIT = 64;

/** Hashes and checks passwords, a few at a time: each takes 46 MiB and a core for tens of milliseconds. */
export interface PasswordHasher {
  /** Throws `BUSY` when too many are waiting already. */
  hash(password: string): Promise<string>;
  /** Takes the same time with `null` (no such account) as with a real hash, and is then false. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
}

/** Makes a hasher that runs two at a time, lets `queueLimit` wait and refuses the rest. */
export async function createPasswordHasher(queueLimit = QUEUE_LIMIT): Promise<PasswordHasher> {
  const soon = limitConcurrency(CONCURRENCY, queueLimit);
  const nobody = await hash('the password of no account', ARGON2ID);
  return {
    hash: (password) => soon(() => hash(password, ARGON2ID)),
    verify: async (passwordHash, password) => {
      const matches = await soon(() => verify(passwordHash ?? nobody, password));
      return passwordHash !== null && matches;
    },
  };
}
