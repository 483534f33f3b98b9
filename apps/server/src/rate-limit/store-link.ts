import type { Log } from '@palaver/core';
import type { Ask, BucketStore, Taken, Tokens } from './bucket-store.js';
import type { LocalBuckets, Verdict } from './local-buckets.js';

/** A request waits for two batches at most: the one that is under way, and its own. */
const LATE_MS = 50;
const RETRY_MS = 1_000;
/** Keys of one batch, for which Postgres takes some 10 ms. */
const KEYS_MAX = 256;
/** A store that answers late now and then would fill the log. */
const LOG_EVERY_MS = 60_000;

/** Requests of one key at the same cost, in their order. */
interface Group {
  readonly key: string;
  readonly cost: Tokens;
  readonly waiting: Array<(verdict: Verdict | null) => void>;
}

export interface StoreLinkOptions {
  readonly store: BucketStore;
  /** Learns what the store tells. */
  readonly local: LocalBuckets;
  readonly log: Log;
  /** How long a batch may take, in milliseconds. */
  readonly lateMs?: number | undefined;
}

/**
 * Asks a store of buckets for many requests at once: one batch is under way, and what comes meanwhile goes together with the
 * next. A store that rejects, or has not answered after 50 ms, is away for a second; then one request asks it again.
 */
export class StoreLink {
  readonly #options: StoreLinkOptions;
  /** By key: the groups that have not been sent. */
  #groups = new Map<string, Group[]>();
  #sending: readonly Group[] | null = null;
  #isDown = false;
  #pause: NodeJS.Timeout | undefined;
  #loggedAt = Number.NEGATIVE_INFINITY;
  /** Whether the log says that the store is away. */
  #isReported = false;

  constructor(options: StoreLinkOptions) {
    this.#options = options;
  }

  /** Whether the store is away, so that only a request from time to time asks it. */
  get isAway(): boolean {
    return this.#isDown && (this.#pause !== undefined || this.#sending !== null || this.#groups.size > 0);
  }

  /** Asks for the tokens of one request. Null when the store does not answer in time. */
  ask(key: string, cost: Tokens): Promise<Verdict | null> {
    return new Promise((resolve) => {
      this.#groupOf(key, cost).waiting.push(resolve);
      if (this.#sending === null && this.#groups.size === 1) setImmediate(() => this.#send());
    });
  }

  #groupOf(key: string, cost: Tokens): Group {
    const groups = this.#groups.get(key) ?? [];
    const last = groups.at(-1);
    if (last && last.cost.global === cost.global && last.cost.auth === cost.auth) return last;
    const group: Group = { key, cost, waiting: [] };
    groups.push(group);
    this.#groups.set(key, groups);
    return group;
  }

  #send(): void {
    if (this.#sending !== null || this.#groups.size === 0) return;
    const batch = this.#nextBatch();
    this.#sending = batch;
    const { store, local, lateMs = LATE_MS } = this.#options;
    const askedAt = local.now;
    // After a pause of this process the answer may be there already, to be read before the immediates run.
    const late = setTimeout(() => setImmediate(() => this.#giveUp(batch, null)), lateMs);
    store.take(batch.map(askOf)).then(
      (taken) => {
        clearTimeout(late);
        for (const [index, group] of batch.entries()) {
          const answer = taken[index];
          if (!answer) continue;
          local.learn(group.key, askedAt, answer);
          settle(group, answer);
        }
        if (this.#sending === batch) this.#finish();
      },
      (err: unknown) => {
        clearTimeout(late);
        this.#giveUp(batch, err);
      },
    );
  }

  /** The first group of each key. */
  #nextBatch(): Group[] {
    const batch: Group[] = [];
    for (const [key, groups] of this.#groups) {
      const group = groups.shift();
      if (group) batch.push(group);
      if (groups.length === 0) this.#groups.delete(key);
      if (batch.length === KEYS_MAX) break;
    }
    return batch;
  }

  #finish(): void {
    this.#sending = null;
    this.#isDown = false;
    if (this.#isReported) this.#options.log.info({}, 'The shared rate limits answer again');
    this.#isReported = false;
    this.#send();
  }

  /** Nobody waits on for a batch that is late or was rejected, nor for what would have followed it. */
  #giveUp(batch: readonly Group[], err: unknown): void {
    if (this.#sending !== batch) return;
    this.#sending = null;
    const unsent = [...this.#groups.values()].flat();
    this.#groups = new Map();
    this.#isDown = true;
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
    }, RETRY_MS).unref();
    this.#report(err);
    for (const { waiting } of [...batch, ...unsent]) for (const resolve of waiting) resolve(null);
  }

  #report(err: unknown): void {
    const now = performance.now();
    if (now - this.#loggedAt < LOG_EVERY_MS) return;
    this.#loggedAt = now;
    this.#isReported = true;
    const sentence = 'The shared rate limits do not answer in time: this node goes by its own count';
    this.#options.log.warn(err === null ? {} : { err }, sentence);
  }
}

function askOf({ key, cost, waiting }: Group): Ask {
  return { key, cost, requests: waiting.length };
}

/** The first ones are granted: those before them were asked for before. */
function settle({ cost, waiting }: Group, { global, auth }: Taken): void {
  const granted = cost.auth === 0 ? global.granted : (auth?.granted ?? 0);
  for (const [index, resolve] of waiting.entries()) {
    resolve(index < granted ? 'granted' : index < global.granted ? 'auth' : 'global');
  }
}
