import type { Transaction } from '@palaver/db';
import { BACKLOG_MAX } from './bounds.js';
import { countWaiting } from './queries.js';
import type { NewDelivery } from './subscribers.js';

/** Another node may have queued meanwhile, or somebody replayed: what waits is counted again after this many milliseconds. */
const COUNTED_MS = 5_000;

/** As many deliveries wait for a webhook at the most. */
interface Waiting {
  readonly countedAt: number;
  atMost: number;
}

/**
 * Which webhooks have too many deliveries that wait. To count fifty thousand for each of some events would take longer than
 * to queue them, so what was queued since is added to the last count.
 */
export class Backlog {
  readonly #waiting = new Map<string, Waiting>();

  /** Adds what is to be queued. Returns the webhooks for which it is not, because too many wait already. */
  async add(tx: Transaction, wanted: readonly NewDelivery[]): Promise<ReadonlySet<string>> {
    this.#forgetOld();
    const full = new Set<string>();
    for (const [webhookId, count] of countsOf(wanted)) {
      const waiting = await this.#atMost(tx, webhookId);
      if (waiting.atMost >= BACKLOG_MAX) full.add(webhookId);
      else waiting.atMost += count;
    }
    return full;
  }

  async #atMost(tx: Transaction, webhookId: string): Promise<Waiting> {
    const known = this.#waiting.get(webhookId);
    if (known && known.atMost < BACKLOG_MAX) return known;
    const counted = { countedAt: performance.now(), atMost: await countWaiting(tx, webhookId, BACKLOG_MAX) };
    this.#waiting.set(webhookId, counted);
    return counted;
  }

  #forgetOld(): void {
    const now = performance.now();
    for (const [webhookId, { countedAt }] of this.#waiting)
      if (now - countedAt > COUNTED_MS) this.#waiting.delete(webhookId);
  }
}

function countsOf(wanted: readonly NewDelivery[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { webhookId } of wanted) counts.set(webhookId, (counts.get(webhookId) ?? 0) + 1);
  return counts;
}
