import { DebtBucket, type DebtBucketLimit } from '../../kernel/concurrency/debt-bucket.js';

/** What is charged before a read, so that many connections of one person do not all read before any is charged. */
const RESERVED_BYTES = 512 * 1024;

/** The replay of the service: 64 MiB at once, which is what a person misses in days, then 32 MiB a minute. */
export const REPLAY_LIMIT: DebtBucketLimit = { perMinute: 32 * 1024 * 1024, burst: 64 * 1024 * 1024 };

/**
 * How many bytes of the log each person may have replayed, over all their connections. A few small `subscribe` frames can
 * ask for the whole log again and again. Beyond the budget a replay is slowed, and nothing of it is lost.
 */
export class ReplayBudget {
  readonly #limit: DebtBucketLimit;
  readonly #now: (() => number) | undefined;
  /** Only of persons whose bucket is not full. */
  readonly #buckets = new Map<string, DebtBucket>();

  constructor(limit: DebtBucketLimit, now?: () => number) {
    this.#limit = limit;
    this.#now = now;
  }

  /** How many persons have less than a full bucket, or had at the last `forgetFull`. */
  get size(): number {
    return this.#buckets.size;
  }

  /** Milliseconds until the person may have another page replayed. */
  waitMs(userId: string): number {
    return this.#buckets.get(userId)?.waitMs() ?? 0;
  }

  /** Charges the person for a page: `read` returns its size in bytes. */
  async charge<Page>(
    userId: string,
    read: () => Promise<Page>,
    bytesOf: (page: Page) => number,
  ): Promise<Page> {
    const bucket = this.#buckets.get(userId) ?? new DebtBucket(this.#limit, this.#now);
    this.#buckets.set(userId, bucket);
    bucket.charge(RESERVED_BYTES);
    let bytes = 0;
    try {
      const page = await read();
      bytes = bytesOf(page);
      return page;
    } finally {
      bucket.charge(bytes - RESERVED_BYTES);
    }
  }

  /** Drops the buckets that are full: a person without one has a full one. */
  forgetFull(): void {
    for (const [userId, bucket] of this.#buckets) {
      if (bucket.full) this.#buckets.delete(userId);
    }
  }
}
