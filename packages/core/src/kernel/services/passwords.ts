import { hash, verify } from '@node-rs/argon2';
import { type FairQueueLimits, fairQueue, type QueuedFor } from '../concurrency/fair-queue.js';

/** OWASP's password storage cheat sheet: argon2id with m = 46 MiB, t = 1, p = 1. */
export const HASH_COST = { algorithm: 2, memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 };

/** Who waits last in a full queue waits for about four seconds. */
const LIMITS: FairQueueLimits = { concurrency: 2, waitingMax: 160, perCallerMax: 32 };

/**
 * Hashes and verifies passwords, a few at a time: each takes 46 MiB and a core for tens of milliseconds. Networks are
 * served one after the other, so that a storm of guesses does not keep others from signing in.
 */
export interface PasswordHasher {
  /** Throws `BUSY` when too many are waiting already. */
  hash(password: string, queuedFor: QueuedFor): Promise<string>;
  /** False for `null` (no such account), which takes the same time as a hash. Throws `BUSY` as `hash` does. */
  verify(passwordHash: string | null, password: string, queuedFor: QueuedFor): Promise<boolean>;
  /** How many passwords wait, for the metrics. */
  waiting(): number;
}

/** What tests put in the place of the service's own. */
export interface PasswordHasherOptions {
  readonly limits?: FairQueueLimits;
  readonly cost?: typeof HASH_COST;
}

/** A hasher that runs two at a time, queues some and refuses the rest. */
export async function createPasswordHasher({
  limits = LIMITS,
  cost = HASH_COST,
}: PasswordHasherOptions = {}): Promise<PasswordHasher> {
  const queue = fairQueue(limits);
  const dummyHash = await hash('the password of no account', cost);
  return {
    hash: (password, queuedFor) => queue(queuedFor, () => hash(password, cost)),
    verify: async (passwordHash, password, queuedFor) => {
      const matches = await queue(queuedFor, () => verify(passwordHash ?? dummyHash, password));
      return passwordHash !== null && matches;
    },
    waiting: queue.waiting,
  };
}
