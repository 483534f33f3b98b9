import type { SharedStore } from '../rate-limit/bucket-store.js';
import type { RateLimits } from '../rate-limit/limits.js';
import { LocalBuckets } from '../rate-limit/local-buckets.js';
import { SharedBuckets, type Sharing } from '../rate-limit/shared-buckets.js';

/** Of one webhook: a message a second for long, and a burst of events of GitHub at once. */
const RATE = { perMinute: 60, burst: 30 };
const LIMITS: RateLimits = { global: RATE, auth: RATE };

/** Takes what a request to a webhook costs; false where it has posted as much as it may. */
export type WebhookLimit = (webhookId: string) => Promise<boolean>;

/** A bucket for each webhook, which all nodes share. Null: there is one node. */
export function limitWebhooks(
  sharing: (Omit<Sharing, 'store'> & { readonly store: SharedStore }) | null,
): WebhookLimit {
  const local = new LocalBuckets(LIMITS, {});
  const buckets = sharing
    ? new SharedBuckets(local, { ...sharing, store: sharing.store.withLimits(LIMITS) })
    : local;
  // No address looks like this.
  return async (webhookId) =>
    (await buckets.take(`webhook ${webhookId}`, { global: 1, auth: 0 })) === 'granted';
}
