import { databaseError, isTransient } from '@palaver/db';
import type { PostDraft, PostOutcome } from '../procedures/post-queue.js';
import type { BatchOutcome } from './post-batch.js';

/** More than this in one commit would keep the first of them waiting for the last. */
const BATCH_MAX = 128;
/**
 * With so many waiting or more, two thirds go at a time. Going all together, they would be answered together and come
 * again together: Postgres would rest while they are answered, and this process while they are committed.
 */
const MANY = 8;
const SHARE_OF_MANY = 2 / 3;
/** A deadlock, and a key that another node took in the same instant: Postgres has undone the statement. */
const UNDONE = new Set(['40P01', '23505']);
/** So often a post is decided anew before it waits for its streams. */
const OUTDATED_MAX = 3;
/**
 * So often it goes with the next batch where somebody else is writing to its channel: mostly another node, which is done by
 * then, and a lane of its own costs a transaction.
 */
const CONTENDED_MAX = 2;

export interface Waiting {
  readonly post: PostDraft;
  readonly resolve: (outcome: PostOutcome) => void;
  readonly reject: (error: unknown) => void;
  /** How often what was known of it was not true any more. */
  readonly timesOutdated?: number;
  /** How often somebody else was writing to its channel. */
  readonly timesContended?: number;
  /** Set when a batch with it was undone: what is kept under the clients' keys is read. */
  readonly readKeys?: boolean;
  /** Set when it was `uncertain`: what has moved is compared. */
  readonly compares?: boolean;
  /** Set when a batch with it has failed: it goes again by itself. */
  readonly alone?: boolean;
}

/**
 * The next posts of a lane. `readKeys`: what is kept under the clients' keys is to be read; `compares`: so is what the logs
 * have got since they were read.
 */
export interface Batch {
  readonly posts: readonly PostDraft[];
  readonly readKeys: boolean;
  readonly compares: boolean;
}

/** It is called once. */
export type TakeBatch = () => Batch;

export interface LaneOptions {
  /**
   * Commits a batch, which it takes once it may write: what comes while it waits for that goes with it. The outcomes are in
   * the order of the posts.
   */
  readonly commit: (take: TakeBatch) => Promise<readonly BatchOutcome[]>;
  /** Set where others wait for the same lock: they make the pauses in which this process is answered. */
  readonly takesAll?: boolean;
  /** Called for what is committed, in the order of the log, before anybody is answered. */
  readonly publish: (outcomes: readonly BatchOutcome[]) => void;
  /** Takes over a post whose channel somebody else is writing to. */
  readonly onContended: (waiting: Waiting) => void;
  /** Takes over a post whose decision was outdated too often. */
  readonly onOutdated: (waiting: Waiting) => void;
  /** Called when nothing is waiting or in flight any more. */
  readonly onIdle?: () => void;
}

/** One batch of posts in flight at a time; those that come meanwhile share the next. */
export class PostLane {
  readonly #options: LaneOptions;
  #waiting: Waiting[] = [];
  #inFlight = false;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /** How many posts wait; those of the batch in flight do not count. */
  get waiting(): number {
    return this.#waiting.length;
  }

  add(waiting: Waiting): void {
    this.#waiting.push(waiting);
    if (!this.#inFlight) void this.#drain();
  }

  async #drain(): Promise<void> {
    this.#inFlight = true;
    let committing: Promise<() => void> | null = this.#commit();
    while (committing !== null) {
      const settle: () => void = await committing;
      committing = this.#waiting.length > 0 ? this.#commit() : null;
      // The next batch is on its way to the database before this one is answered, so that both work at the same time.
      if (committing === null) settle();
      else process.nextTick(settle);
      // Of what was settled, some may have to go again.
      if (committing === null && this.#waiting.length > 0) committing = this.#commit();
    }
    this.#inFlight = false;
    this.#options.onIdle?.();
  }

  /** Returns what hands each of the batch its outcome. */
  async #commit(): Promise<() => void> {
    let batch: readonly Waiting[] | null = null;
    try {
      const outcomes = await this.#options.commit(() => {
        batch = this.#takeBatch();
        return {
          posts: batch.map(({ post }) => post),
          readKeys: batch.some(({ readKeys }) => readKeys),
          compares: batch.some(({ compares }) => compares),
        };
      });
      const settled = batch ?? [];
      const again = settled.flatMap((waiting, index) => nextTry(waiting, outcomes[index]) ?? []);
      if (again.length > 0) this.#waiting = [...again, ...this.#waiting];
      return () => {
        this.#options.publish(outcomes);
        for (const [index, waiting] of settled.entries()) this.#settle(waiting, outcomes[index]);
      };
    } catch (error) {
      const failed = batch ?? this.#takeBatch();
      return () => this.#fail(failed, error);
    }
  }

  #settle(waiting: Waiting, outcome: BatchOutcome | undefined): void {
    const { timesOutdated = 0 } = waiting;
    if (outcome === undefined) waiting.reject(new Error('a batch has an outcome for each of its posts'));
    else if (nextTry(waiting, outcome) !== null) return;
    else if (outcome.kind === 'contended') this.#options.onContended(waiting);
    else if (outcome.kind === 'outdated' && timesOutdated < OUTDATED_MAX)
      this.#waiting.push({ ...waiting, timesOutdated: timesOutdated + 1 });
    else if (outcome.kind === 'outdated') this.#options.onOutdated(waiting);
    else if (outcome.kind === 'refused') waiting.reject(outcome.error);
    else if (outcome.kind !== 'uncertain') waiting.resolve(outcome);
  }

  /**
   * Nobody fails for what is wrong with another's post: where it is certain that nothing was written, each goes again
   * alone. What may have been committed is not tried again here, because only the client's key can tell.
   */
  #fail(batch: readonly Waiting[], error: unknown): void {
    const isUndone = UNDONE.has(databaseError(error)?.code ?? '');
    const splits = isUndone || (batch.length > 1 && !isTransient(error));
    for (const waiting of batch) {
      if (isUndone && !waiting.readKeys) this.#waiting.push({ ...waiting, readKeys: true });
      else if (splits && !waiting.alone) this.#waiting.push({ ...waiting, alone: true });
      else waiting.reject(error);
    }
  }

  /**
   * The next posts in order. A client's key is used once in a batch: its repetition finds the answer in the next.
   */
  #takeBatch(): Waiting[] {
    const [first] = this.#waiting;
    if (first && goesAlone(first)) return this.#waiting.splice(0, 1);
    const keys = new Set<string>();
    const batch: Waiting[] = [];
    const later: Waiting[] = [];
    const all = this.#waiting.length;
    const most = Math.min(
      BATCH_MAX,
      all < MANY || this.#options.takesAll ? all : Math.ceil(all * SHARE_OF_MANY),
    );
    for (const waiting of this.#waiting) {
      const { idempotency, userId } = waiting.post;
      const name = idempotency === null ? null : `${userId} ${idempotency.key}`;
      const isRepeated = name !== null && keys.has(name);
      if (batch.length === most || isRepeated || goesAlone(waiting)) later.push(waiting);
      else batch.push(waiting);
      if (name !== null) keys.add(name);
    }
    this.#waiting = later;
    return batch;
  }
}

/**
 * The same post, to go first in the next batch, so that posts keep their order: one of which it is uncertain whether it holds,
 * and one whose channel somebody else is writing to. Null for one that does not go first.
 */
function nextTry(waiting: Waiting, outcome: BatchOutcome | undefined): Waiting | null {
  if (outcome?.kind === 'uncertain') return { ...waiting, compares: true };
  const { timesContended = 0 } = waiting;
  if (outcome?.kind !== 'contended' || timesContended >= CONTENDED_MAX) return null;
  return { ...waiting, timesContended: timesContended + 1 };
}

function goesAlone({ post, alone }: Waiting): boolean {
  return alone === true || post.attachmentIds.length > 0;
}
