import type { Transaction } from '@palaver/db';
import type { PlainPost } from '../bus.js';
import type { LoggedFrame } from '../read.js';
import type { Stream } from '../streams.js';
import type { Emit } from '../transact.js';

/** An event of the log, and when it was written. */
export interface DatedEvent extends LoggedFrame {
  readonly createdAt: Date;
}

/** The next events of a stream. */
export interface StreamBatch {
  readonly stream: Stream;
  /** In order, and never none where there are no `posts`. */
  readonly events: readonly DatedEvent[];
  /** In the place of `events`, where a consumer has a `postsMax` and they are all messages that were posted a moment ago. */
  readonly posts: readonly PlainPost[];
  /** What an earlier transaction has left to be done of the same events; null at first. */
  readonly part: string | null;
}

/**
 * What reads the log later (docs/architecture.md, Consumers of the log). `consume` writes its result with `tx`, and the
 * positions are written in the same transaction: so each event takes effect once, whatever is killed. It is called for
 * the events of each stream in order, on one node at a time.
 */
export interface Consumer {
  /** Names the positions in the database, so it never changes. */
  readonly name: string;
  readonly kinds: ReadonlyArray<Stream['kind']>;
  /** The share of the time that it may take, from 0 to 1, so that it keeps no post waiting; all of it where absent. */
  readonly share?: number;
  /** A transaction begins this many milliseconds after the one before, where it has taken all of its streams and fewer wait than it takes. */
  readonly everyMs: number;
  /**
   * How many messages it takes in one transaction of which a `PlainPost` is enough for it, so that they need not be read
   * back from the log. It reads all where absent.
   */
  readonly postsMax?: number;
  /** Which of some streams it wants the events of; those of the others are passed over unread. All where absent. */
  hears?(tx: Transaction, streams: readonly Stream[]): Promise<ReadonlySet<string>>;
  /**
   * Takes the next events of some streams. Returns for each batch what is left to be done of it in further
   * transactions, as a text for the next call; null when it is done. So one event may be about more people than one
   * transaction should lock.
   */
  consume(
    tx: Transaction,
    emit: Emit,
    batches: readonly StreamBatch[],
  ): Promise<ReadonlyArray<string | null>>;
  /** Called after the commit of what `consume` has written last. */
  committed?(): void;
}
