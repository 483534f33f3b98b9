import { databaseError, isTransient } from '@palaver/db';
import type { PostAnswer, PostDraft, PostOutcome } from '../../procedures/post-queue.js';

/** More than this in one commit would keep the first of them waiting for the last. */
const BATCH_MAX = 128;
/**
 * From this many waiting posts on, a batch takes two thirds of them. If it took all, their clients would be answered together
 * and post again together. Postgres would be idle during the answers, and this process during the commits.
 */
const MANY = 8;
const SHARE_OF_MANY = 2 / 3;
/** A deadlock, and a key that another node took in the same instant: Postgres has undone the statement. */
const UNDONE = new Set(['40P01', '23505']);
/**
 * After a conflict the main queue tries a post again this often; then it waits for its channel. Mostly another node writes to
 * the channel and is done sooner, and waiting costs a transaction.
 */
const CONFLICTS_MAX = 3;
/** After this many failures a post is written alone. If that fails too, its sender gets the error. */
const FAILURES_MAX = 2;

/** A post that waits for its commit. */
export interface QueuedPost {
  readonly draft: PostDraft;
  readonly resolve: (outcome: PostAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/** A post with what has happened to it in this queue: one that is handed over begins anew in the next. */
export interface WaitingPost extends QueuedPost {
  /** How often its outcome was a conflict. */
  readonly conflicts: number;
  /** How often a batch with it has failed, of which nothing was written. Then what is kept under the clients' keys is read. */
  readonly failures: number;
}

export interface BatchQueueOptions {
  /** Commits the next posts, which it takes once, when it may write. The outcomes are in their order. */
  readonly commit: (take: () => readonly WaitingPost[]) => Promise<readonly PostOutcome[]>;
  /** Called for what is committed, in the order of the log, before anybody is answered. */
  readonly publish: (outcomes: readonly PostOutcome[]) => void;
  /** Takes over a post whose channel had a conflict too often, and after it, in order, the others of the channel that wait. */
  readonly onConflict: (post: QueuedPost) => void;
  /** Called when nothing is waiting or in flight any more. */
  readonly onIdle?: () => void;
}

/** One batch of posts in flight at a time; those that come meanwhile share the next. */
export class BatchQueue {
  readonly #options: BatchQueueOptions;
  #waiting: WaitingPost[] = [];
  #inFlight = false;

  constructor(options: BatchQueueOptions) {
    this.#options = options;
  }

  /** How many posts wait; those of the batch in flight do not count. */
  get waiting(): number {
    return this.#waiting.length;
  }

  add(post: QueuedPost): void {
    this.#waiting.push({ ...post, conflicts: 0, failures: 0 });
    if (!this.#inFlight) void this.#drain();
  }

  async #drain(): Promise<void> {
    this.#inFlight = true;
    while (this.#waiting.length > 0) {
      let committing: Promise<() => void> | null = this.#commit();
      while (committing !== null) {
        const answer: () => void = await committing;
        committing = this.#waiting.length > 0 ? this.#commit() : null;
        // The next batch is on its way to the database before this one is answered, so that both work at the same time.
        if (committing === null) answer();
        else process.nextTick(answer);
      }
    }
    this.#inFlight = false;
    this.#options.onIdle?.();
  }

  /** Commits the next batch. What is to be tried again goes first in the one after it. Returns what answers the others. */
  async #commit(): Promise<() => void> {
    let batch: readonly WaitingPost[] | null = null;
    try {
      const outcomes = await this.#options.commit(() => {
        batch = this.#takeBatch();
        return batch;
      });
      const settled: readonly WaitingPost[] = batch ?? [];
      this.#putBack(
        settled.filter((_, index) => outcomes[index]?.kind === 'conflict'),
        ({ conflicts }) => ({ conflicts: conflicts + 1 }),
      );
      this.#handOver();
      return () => {
        this.#options.publish(outcomes);
        for (const [index, post] of settled.entries()) this.#answer(post, outcomes[index]);
      };
    } catch (error) {
      return this.#fail(batch ?? this.#takeBatch(), error);
    }
  }

  #putBack(posts: readonly WaitingPost[], change: (post: WaitingPost) => Partial<WaitingPost>): void {
    if (posts.length > 0)
      this.#waiting = [...posts.map((post) => ({ ...post, ...change(post) })), ...this.#waiting];
  }

  /** Before the next batch is taken: a post that came later to the same channel must not be written first. */
  #handOver(): void {
    const isOver = ({ conflicts }: WaitingPost) => conflicts > CONFLICTS_MAX;
    const channels = new Set(this.#waiting.filter(isOver).map(({ draft }) => draft.channelId));
    if (channels.size === 0) return;
    const all = this.#waiting;
    this.#waiting = all.filter(({ draft }) => !channels.has(draft.channelId));
    for (const post of all) if (channels.has(post.draft.channelId)) this.#options.onConflict(post);
  }

  #answer(post: QueuedPost, outcome: PostOutcome | undefined): void {
    if (outcome === undefined) post.reject(new Error('a batch has an outcome for each of its posts'));
    else if (outcome.kind === 'refused') post.reject(outcome.error);
    else if (outcome.kind !== 'conflict') post.resolve(outcome);
  }

  /**
   * Nobody fails for what is wrong with another's post: where it is certain that nothing was written, the posts are tried once more
   * together, and then each alone. What may have been committed is not tried again here, because only the client's key can tell.
   */
  #fail(batch: readonly WaitingPost[], error: unknown): () => void {
    const isUndone = UNDONE.has(databaseError(error)?.code ?? '');
    const isTriedAgain = isUndone || (batch.length > 1 && !isTransient(error));
    const again = isTriedAgain ? batch.filter(({ failures }) => failures < FAILURES_MAX) : [];
    this.#putBack(again, ({ failures }) => ({ failures: failures + 1 }));
    return () => {
      for (const post of batch) if (!again.includes(post)) post.reject(error);
    };
  }

  /** The next posts in order. A client's key is used once in a batch: its repetition finds the answer in the next. */
  #takeBatch(): WaitingPost[] {
    const [first] = this.#waiting;
    if (first && goesAlone(first)) return this.#waiting.splice(0, 1);
    const keys = new Set<string>();
    const batch: WaitingPost[] = [];
    const later: WaitingPost[] = [];
    const all = this.#waiting.length;
    const most = Math.min(BATCH_MAX, all < MANY ? all : Math.ceil(all * SHARE_OF_MANY));
    for (const post of this.#waiting) {
      const { idempotency, userId } = post.draft;
      const name = idempotency === null ? null : `${userId} ${idempotency.key}`;
      const isRepeated = name !== null && keys.has(name);
      if (batch.length === most || isRepeated || goesAlone(post)) later.push(post);
      else batch.push(post);
      if (name !== null) keys.add(name);
    }
    this.#waiting = later;
    return batch;
  }
}

function goesAlone({ draft, failures }: WaitingPost): boolean {
  return failures === FAILURES_MAX || draft.attachmentIds.length > 0;
}
