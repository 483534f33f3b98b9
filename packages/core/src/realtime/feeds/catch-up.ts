import { type Delivery, deliveryOf } from '../../log/delivery.js';
import type { Subscription } from './subscription.js';

const BATCH_BYTES = 64 * 1024;

/**
 * Moves a subscription's cursor over a page of the log, and returns what the subscriber receives for it: the events that
 * follow the cursor without a gap, or a `resync` to the head of its access when retention has removed the next one.
 * Returns null when an event after that head is missing: it may be the one that revokes the access.
 */
export function takePage(subscription: Subscription, page: readonly Delivery[]): readonly Delivery[] | null {
  const events = withoutGap(subscription.cursor, page);
  if (events.length > 0) {
    subscription.cursor += events.length;
    return events;
  }
  if (subscription.cursor >= subscription.head) return null;
  subscription.cursor = subscription.head;
  const data = { channelId: subscription.stream.id, seq: subscription.head };
  return [deliveryOf({ type: 'resync', data })];
}

function withoutGap(cursor: number, page: readonly Delivery[]): readonly Delivery[] {
  const gap = page.findIndex(({ position }, index) => position?.seq !== cursor + 1 + index);
  return gap === -1 ? page : page.slice(0, gap);
}

/** Splits deliveries into batches of about 64 KiB, so that a slow subscriber holds little at a time. */
export function* inBatches(deliveries: readonly Delivery[]): Generator<readonly Delivery[]> {
  let batch: Delivery[] = [];
  let bytes = 0;
  for (const delivery of deliveries) {
    batch.push(delivery);
    bytes += delivery.bytes;
    if (bytes < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
