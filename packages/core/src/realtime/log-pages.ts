import type { Database } from '@palaver/db';
import { limitConcurrency } from '../kernel/concurrency/concurrency-limit.js';
import { Delivery } from '../log/delivery.js';
import { readLog } from '../log/read.js';

const PAGE = 250;
/** Reads below this are made exactly; larger ones are aligned, so that readers with different cursors share them. */
const SMALL = 32;
/** Each page read keeps the event loop for a millisecond or so. */
const CONCURRENCY = 2;
/** Fifty channels of a thousand events, which is what a service's crowd has missed after a short stop. */
const GENERATION_BYTES = 64 * 1024 * 1024;

interface Page {
  /** The log is known to have reached this when the page was read: up to here, what is missing is gone. */
  readonly upTo: number;
  readonly deliveries: Promise<readonly Delivery[]>;
}

/**
 * The log, read in pages that are shared: a thousand sockets that come back together with much the same cursors
 * cost a few queries. Pages are forgotten after a generation or two without use.
 */
export class LogPages {
  readonly #db: Database;
  readonly #limitReads = limitConcurrency(CONCURRENCY);
  #recent = new Map<string, Page>();
  #older = new Map<string, Page>();
  #recentBytes = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Events of the stream after `after`, in order; `wanted`, which lies beyond, is a place that is known to exist.
   * What does not begin with `after + 1` has lost its beginning to retention.
   */
  async read(streamId: string, after: number, wanted: number): Promise<readonly Delivery[]> {
    const start = wanted - after <= SMALL ? after : after - (after % PAGE);
    const deliveries = await this.#page(streamId, start, Math.min(wanted, start + PAGE));
    return deliveries.filter(({ place }) => place !== null && place.seq > after);
  }

  /** Begins a new generation: what the one before the last has not seen used is dropped. */
  turn(): void {
    this.#older = this.#recent;
    this.#recent = new Map();
    this.#recentBytes = 0;
  }

  #page(streamId: string, start: number, upTo: number): Promise<readonly Delivery[]> {
    const key = `${streamId}:${start}`;
    const known = this.#recent.get(key) ?? this.#older.get(key);
    const page = known && known.upTo >= upTo ? known : { upTo, deliveries: this.#load(key, streamId, start) };
    this.#recent.set(key, page);
    return page.deliveries;
  }

  async #load(key: string, streamId: string, start: number): Promise<readonly Delivery[]> {
    try {
      const rows = await this.#limitReads(() => readLog(this.#db, streamId, start, PAGE));
      const deliveries = rows.map(({ seq, frame }) => new Delivery(frame, { streamId, seq }));
      this.#recentBytes += deliveries.reduce((sum, { bytes }) => sum + bytes, 0);
      if (this.#recentBytes > GENERATION_BYTES) this.turn();
      return deliveries;
    } catch (error) {
      // The next to ask tries again.
      this.#recent.delete(key);
      this.#older.delete(key);
      throw error;
    }
  }
}
