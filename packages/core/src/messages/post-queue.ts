import { isTransient } from '../kernel/errors/transient.js';
import type { Services } from '../procedures/context.js';
import { type PlainPost, type Posted, postAll } from './post-queries.js';

/** More than this in one transaction would keep the first of them waiting for the last. */
const BATCH_MAX = 128;
/**
 * Of so many or more, two thirds go at a time. Going all together, they would be answered all together and come again
 * all together: Postgres would rest while they are answered, and this process while they are committed.
 */
const CROWD = 8;
const CROWD_SHARE = 2 / 3;

/** What came of one post; null when it has to take the long way. */
export type PostOutcome = Posted | null;

interface Waiting {
  readonly post: PlainPost;
  readonly resolve: (outcome: PostOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Tells each of a batch what came of it. */
type Settle = () => void;

/**
 * Group commit: posts that come while a commit is in flight share the next one. A lone post never waits, since there is
 * no timer: it is its own batch of one.
 */
export class PostQueue {
  readonly #services: Pick<Services, 'db' | 'clock'>;
  #waiting: Waiting[] = [];
  #inFlight = false;

  constructor(services: Pick<Services, 'db' | 'clock'>) {
    this.#services = services;
  }

  /** Resolves once the post is committed, or left for the long way. Rejects with the database's error. */
  post(post: PlainPost): Promise<PostOutcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ post, resolve, reject });
      if (!this.#inFlight) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#inFlight = true;
    let committing: Promise<Settle> | null = this.#commit(this.#takeBatch());
    while (committing !== null) {
      const settle: Settle = await committing;
      committing = this.#waiting.length > 0 ? this.#commit(this.#takeBatch()) : null;
      // The next batch is on its way to the database before this one is answered, so that both work at the same time.
      if (committing === null) settle();
      else process.nextTick(settle);
    }
    this.#inFlight = false;
  }

  async #commit(batch: readonly Waiting[]): Promise<Settle> {
    try {
      const posts = batch.map((one) => one.post);
      const outcomes: Posted[] = [];
      for (const posted of await postAll(this.#services.db, posts, this.#services.clock.now())) {
        outcomes[posted.n] = posted;
      }
      return () => {
        for (const [n, one] of batch.entries()) one.resolve(outcomes[n] ?? null);
      };
    } catch (error) {
      // Nobody fails for what is wrong with another's post; but what the database may have committed is not tried
      // again here, because only the client's key can tell.
      const alone = batch.length === 1 || isTransient(error);
      return () => {
        for (const one of batch) alone ? one.reject(error) : one.resolve(null);
      };
    }
  }

  /** The next posts in order. A client's key is used once in a batch: its repetition finds the answer in the next. */
  #takeBatch(): Waiting[] {
    const keys = new Set<string>();
    const batch: Waiting[] = [];
    const later: Waiting[] = [];
    const all = this.#waiting.length;
    const most = Math.min(BATCH_MAX, all < CROWD ? all : Math.ceil(all * CROWD_SHARE));
    for (const one of this.#waiting) {
      const { key, userId } = one.post;
      const name = key === null ? null : `${userId} ${key}`;
      if (batch.length === most || (name !== null && keys.has(name))) later.push(one);
      else batch.push(one);
      if (name !== null) keys.add(name);
    }
    this.#waiting = later;
    return batch;
  }
}

const queues = new WeakMap<object, PostQueue>();

/** The queue of this process, one for each database. */
export function postQueueOf(services: Pick<Services, 'db' | 'clock'>): PostQueue {
  const known = queues.get(services.db);
  if (known) return known;
  const queue = new PostQueue(services);
  queues.set(services.db, queue);
  return queue;
}
