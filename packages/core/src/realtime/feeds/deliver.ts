import type { Delivery } from '../../log/delivery.js';
import type { AudienceChange } from '../rights/audience.js';
import { canReadAfter, canReadAfterServerChange, type Subscription } from './subscription.js';

/** A subscription that is not live reads the log itself; an event up to its cursor is a duplicate. */
export function deliverTo(subscription: Subscription, seq: number, delivery: Delivery): void {
  if (!subscription.live || seq <= subscription.cursor) return;
  subscription.cursor = seq;
  subscription.subscriber.push(delivery);
}

/**
 * Delivers an event that changes who may read the stream, and ends the subscription of whoever may not any more. The access
 * that was read at `head` has taken in every change up to there.
 */
export function deliverChange(
  subscription: Subscription,
  seq: number,
  delivery: Delivery,
  change: AudienceChange,
): void {
  const revoked = seq > subscription.head && !canReadAfter(subscription, change);
  // A user who loses access because the channel is closed to them does not receive its new record.
  if (!(revoked && change.kind === 'closed')) deliverTo(subscription, seq, delivery);
  if (revoked) subscription.subscriber.revoke(subscription);
}

/**
 * Ends the subscription to a channel whose server's stream says, at `seq`, that its user may not read it any more.
 * What waits for the subscriber may have been written after the change, so it is dropped.
 */
export function revokeAfterServerChange(
  subscription: Subscription,
  seq: number,
  change: AudienceChange,
): void {
  const { server, subscriber, stream } = subscription;
  if (server === null || seq <= server.head || canReadAfterServerChange(subscription, change)) return;
  subscriber.drop(stream.id);
  subscriber.revoke(subscription);
}
