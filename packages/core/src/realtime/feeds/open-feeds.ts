import type { SubscriberFeed } from './feed.js';

/** The feeds that are open in this process, in the order in which they were opened. */
export class OpenFeeds {
  readonly #feeds = new Set<SubscriberFeed>();

  get size(): number {
    return this.#feeds.size;
  }

  add(feed: SubscriberFeed): void {
    this.#feeds.add(feed);
  }

  delete(feed: SubscriberFeed): void {
    this.#feeds.delete(feed);
  }

  /** Ends a share of them, from 0 to 1: those first that have been open the longest. Their clients connect again. */
  end(share: number): void {
    let left = Math.ceil(this.#feeds.size * share);
    for (const feed of this.#feeds) {
      if (left-- <= 0) return;
      feed.end('restarting');
    }
  }

  /** Goes on with all of them, after an interruption of the lease. */
  resume(): void {
    for (const feed of this.#feeds) feed.resume();
  }

  /** A person has become visible, or invisible. */
  updateModes(userId: string): void {
    for (const feed of this.#feeds) if (feed.userId === userId) feed.updateMode();
  }
}
