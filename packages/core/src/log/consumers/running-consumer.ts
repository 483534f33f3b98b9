import { isOutcomeUnknown, isTransient } from '@palaver/db';
import { BackgroundWork } from '../../kernel/concurrency/background-work.js';
import type { Log } from '../../kernel/services/logger.js';
import type { WriteContext } from '../transact.js';
import type { Consumer } from './consumer.js';
import { beginConsumer, findBehind } from './positions.js';
import type { RecentPosts } from './recent-posts.js';
import { type TakenEvents, takeEvents } from './take-events.js';
import { WaitingStreams } from './waiting-streams.js';

/** As many streams are looked for in one comparison. */
const FOUND_MAX = 10_000;
/** The events that come meanwhile are taken together. In milliseconds. */
const GATHER_MS = 50;
/** A comparison of all streams may take this share of the time, and is made at least every `COMPARE_MS_MAX`. */
const COMPARE_SHARE = 0.01;
const COMPARE_MS_MIN = 5_000;
const COMPARE_MS_MAX = 30_000;
/** Where another node is at work, this one looks again after this many milliseconds. */
const PASSIVE_MS = 1_000;

/** For the metrics. */
export interface ConsumerMeasures {
  readonly name: string;
  /** Streams with events that are not taken, as far as this node knows. */
  readonly waiting: number;
  /** For how long the first of them has waited. */
  readonly lagSeconds: number;
  /** Events taken by this node. */
  readonly events: number;
  /** Events that the log had no more when their turn came. */
  readonly lost: number;
}

type ConsumerContext = WriteContext & { readonly services: { readonly log: Log } };

/**
 * Runs a consumer on this node. Hints say which streams have new events; a comparison of all streams finds what no hint
 * told of, at the start and from time to time. Any number of nodes may run it, and one is at work at a time.
 */
export class RunningConsumer {
  readonly #ctx: ConsumerContext;
  readonly #consumer: Consumer;
  readonly #recentPosts: RecentPosts | null;
  readonly #work: BackgroundWork;
  readonly #waiting: WaitingStreams;
  readonly #leaveBus: ReadonlyArray<() => void>;
  #gathering: NodeJS.Timeout | null = null;
  #hasBegun = false;
  #compareAt = 0;
  #passiveUntil = 0;
  #isHurried = false;
  #idle = Promise.resolve();
  #pausing: NodeJS.Timeout | null = null;
  #events = 0;
  #lost = 0;

  constructor(ctx: ConsumerContext, consumer: Consumer, recentPosts: RecentPosts | null = null) {
    this.#ctx = ctx;
    this.#consumer = consumer;
    this.#recentPosts = recentPosts;
    this.#waiting = new WaitingStreams(() => this.#work.wake());
    this.#work = new BackgroundWork([() => this.#takeSome()], ctx.services.log, PASSIVE_MS);
    this.#leaveBus = [
      ctx.services.bus.onHint(({ streamId, streamKind }) => {
        if (streamKind === undefined || consumer.kinds.includes(streamKind)) this.#hear(streamId);
      }),
      ctx.services.bus.onCheck(async () => {
        this.#compareAt = 0;
      }),
    ];
  }

  /**
   * Resolves once everything in the log is taken, or what is left has failed. Calls run one after the other: the
   * end of one would bring back the pauses that the other must not make.
   */
  idle(): Promise<void> {
    this.#idle = this.#idle.then(() => this.#takeAll());
    return this.#idle;
  }

  /** Takes these streams as soon as it can, without the pauses: a request waits for them. */
  hurry(streamIds: readonly string[]): void {
    for (const id of streamIds) {
      this.#waiting.wake(id);
      this.#wait(id);
    }
    this.#passiveUntil = 0;
    this.#work.wake();
  }

  /** Begins nothing more, and waits for the transaction under way. */
  async stop(): Promise<void> {
    for (const leave of this.#leaveBus) leave();
    if (this.#gathering) clearTimeout(this.#gathering);
    if (this.#pausing) clearTimeout(this.#pausing);
    this.#waiting.close();
    await this.#work.stop();
  }

  measure(): ConsumerMeasures {
    const { size, seconds } = this.#waiting;
    const { name } = this.#consumer;
    return { name, waiting: size, lagSeconds: seconds, events: this.#events, lost: this.#lost };
  }

  async #takeAll(): Promise<void> {
    this.#compareAt = 0;
    this.#passiveUntil = 0;
    this.#isHurried = true;
    do {
      this.#waiting.wakeAll();
      await this.#work.idle();
    } while (this.#waiting.areResting);
    this.#isHurried = false;
  }

  #hear(streamId: string): void {
    this.#wait(streamId);
    this.#gathering ??= setTimeout(() => {
      this.#gathering = null;
      this.#work.wake();
    }, GATHER_MS).unref();
  }

  #wait(streamId: string): void {
    if (!this.#waiting.add(streamId)) this.#compareAt = 0;
  }

  /** One transaction. Returns whether there may be more to do. */
  async #takeSome(): Promise<boolean> {
    const now = performance.now();
    if (now < this.#passiveUntil) return false;
    if (now >= this.#compareAt && !this.#waiting.isFull) await this.#compare(now);
    const streamIds = this.#waiting.take();
    if (streamIds.length === 0) return false;
    const more = await this.#take(streamIds).catch((err: unknown) => this.#fail(streamIds, err));
    if (more === null) this.#passiveUntil = performance.now() + PASSIVE_MS;
    for (const id of more ?? streamIds) this.#wait(id);
    if (more !== null) this.#pauseAfter(performance.now() - now, more.length > 0);
    return more !== null;
  }

  /**
   * Keeps to the share of the time that the consumer may take, and lets streams gather: a transaction costs the same for one
   * stream as for several, and beside single posts it would cost more than they do. Nothing gathers while one is behind.
   */
  #pauseAfter(tookMs: number, isBehind: boolean): void {
    if (this.#isHurried) return;
    const { share = 1, everyMs } = this.#consumer;
    const gatherMs = isBehind || this.#waiting.areMany ? 0 : everyMs - tookMs;
    const pauseMs = Math.max(tookMs * (1 / share - 1), gatherMs);
    if (pauseMs <= 0) return;
    this.#passiveUntil = performance.now() + pauseMs;
    this.#pausing = setTimeout(() => this.#work.wake(), pauseMs + 1).unref();
  }

  /** Returns no stream that has more, where the failure may be one stream's. */
  #fail(streamIds: readonly string[], err: unknown): string[] {
    if (isTransient(err) || isOutcomeUnknown(err)) {
      for (const id of streamIds) this.#wait(id);
      throw err;
    }
    this.#ctx.services.log.error(
      { err, consumer: this.#consumer.name },
      'A consumer of the log failed; it tries again',
    );
    this.#waiting.suspect(streamIds);
    return [];
  }

  /** Finds the streams that no hint told of. */
  async #compare(now: number): Promise<void> {
    const { db, clock } = this.#ctx.services;
    if (!this.#hasBegun) await db.transaction((tx) => beginConsumer(tx, this.#consumer, clock.now()));
    this.#hasBegun = true;
    const found = await findBehind(db, this.#consumer, FOUND_MAX);
    const pause = (performance.now() - now) / COMPARE_SHARE;
    this.#compareAt = performance.now() + Math.min(COMPARE_MS_MAX, Math.max(COMPARE_MS_MIN, pause));
    for (const streamId of found) this.#wait(streamId);
  }

  /** Takes the next events of some streams. Returns those with more; null where another node is at work. */
  async #take(streamIds: readonly string[]): Promise<string[] | null> {
    const taken = await takeEvents(this.#ctx, this.#consumer, this.#recentPosts, streamIds);
    if (taken === null) return null;
    if (taken.length > 0) this.#consumer.committed?.();
    const withMore = taken.flatMap((events) => this.#note(events));
    this.#waiting.clear(streamIds, withMore);
    return withMore;
  }

  /** Returns the stream where it has more events. */
  #note({ behind, events, posts, lost, to }: TakenEvents): string[] {
    const { stream, headSeq, part } = behind;
    if (lost > 0) {
      this.#lost += lost;
      const about = { consumer: this.#consumer.name, stream: stream.id, lost };
      this.#ctx.services.log.warn(about, 'The log has no more some events that a consumer has not taken');
    }
    if (to.part !== null) return [stream.id];
    this.#events += events.length + posts.length;
    const hasMore = to.seq < headSeq;
    if (hasMore && part === null) return [stream.id];
    this.#waiting.rest(stream.id, hasMore);
    return [];
  }
}
