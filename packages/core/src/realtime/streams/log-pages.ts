import type { Database } from '@palaver/db';
import { limitConcurrency } from '../../kernel/concurrency/concurrency-limit.js';
import type { Log } from '../../kernel/services/logger.js';
import { Delivery } from '../../log/delivery.js';
import { readLog } from '../../log/read.js';

const PAGE_EVENTS = 250;
/** Reads up to this size start at their cursor; larger ones are aligned, so that readers at different cursors share them. */
const UNALIGNED_EVENTS_MAX = 32;
/** Each page blocks the event loop for about a millisecond. */
const CONCURRENCY = 2;
/** Fifty channels of a thousand events: what the clients of one service have missed after a short stop. */
const GENERATION_BYTES = 64 * 1024 * 1024;

/** The pages of a stream, by the position before their first event. */
type StreamPages = Map<number, Page>;

interface Page {
  /** The log had reached this `seq` when the page was read: an event missing up to here was removed by retention. */
  readonly upTo: number;
  readonly deliveries: Promise<readonly Delivery[]>;
}

/**
 * Reads the event log in shared pages: a thousand sockets that reconnect together with similar cursors cost a few
 * queries. A page is dropped after one to two generations, and at once when the log before it is rewritten.
 */
export class LogPages {
  readonly #db: Database;
  readonly #limitReads = limitConcurrency(CONCURRENCY);
  #recent = new Map<string, StreamPages>();
  #older = new Map<string, StreamPages>();
  #recentBytes = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Reads events of the stream after `after` and up to `known`, in order. `known` is greater than `after`, and the log is
   * known to have reached it. When the first event is not `after + 1`, retention has removed the events before it.
   * A later event may already have been read: whether it may be delivered is not known before the streams are compared.
   */
  async read(streamId: string, after: number, known: number): Promise<readonly Delivery[]> {
    const start = known - after <= UNALIGNED_EVENTS_MAX ? after : after - (after % PAGE_EVENTS);
    const deliveries = await this.#page(streamId, start, Math.min(known, start + PAGE_EVENTS));
    return deliveries.filter(
      ({ position }) => position !== null && position.seq > after && position.seq <= known,
    );
  }

  /** The same; null where the log cannot be read. */
  async tryToRead(log: Log, ...asked: Parameters<LogPages['read']>): Promise<readonly Delivery[] | null> {
    try {
      return await this.read(...asked);
    } catch (err) {
      log.warn({ err, streamId: asked[0] }, 'Could not read the event log');
      return null;
    }
  }

  /** Whether anything read of a stream is kept. */
  has(streamId: string): boolean {
    return this.#recent.has(streamId) || this.#older.has(streamId);
  }

  /** Forgets what was read of a stream, because frames in its log have been replaced. */
  forget(streamId: string): void {
    this.#recent.delete(streamId);
    this.#older.delete(streamId);
  }

  /** Starts a new generation, and drops the one before the last. */
  startGeneration(): void {
    this.#older = this.#recent;
    this.#recent = new Map();
    this.#recentBytes = 0;
  }

  #page(streamId: string, start: number, upTo: number): Promise<readonly Delivery[]> {
    const cached = this.#recent.get(streamId)?.get(start) ?? this.#older.get(streamId)?.get(start);
    if (cached && cached.upTo >= upTo) return cached.deliveries;
    const pages: StreamPages = this.#recent.get(streamId) ?? new Map();
    this.#recent.set(streamId, pages);
    const deliveries = this.#load(pages, streamId, start, upTo);
    pages.set(start, { upTo, deliveries });
    return deliveries;
  }

  async #load(
    pages: StreamPages,
    streamId: string,
    after: number,
    known: number,
  ): Promise<readonly Delivery[]> {
    try {
      const page = { after, limit: PAGE_EVENTS, known };
      const rows = await this.#limitReads(() => readLog(this.#db, streamId, page));
      const deliveries = rows.map(({ seq, frame }) => new Delivery(frame, { streamId, seq }));
      this.#recentBytes += deliveries.reduce((sum, { bytes }) => sum + bytes, 0);
      if (this.#recentBytes > GENERATION_BYTES) this.startGeneration();
      return deliveries;
    } catch (error) {
      // A failed read is not cached: the next reader tries again.
      pages.delete(after);
      throw error;
    }
  }
}
