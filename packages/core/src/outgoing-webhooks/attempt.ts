import type { Clock } from '../kernel/services/clock.js';
import type { WebhookAnswer, WebhookCall } from '../kernel/services/webhook-sender.js';
import { dataIn } from '../log/data-in.js';
import { PING, type WebhookDeliveryError } from '../protocol/records/outgoing-webhook.js';
import { may } from '../servers/permissions.js';
import { GIVEN_UP_MS } from './bounds.js';
import type { Due } from './due.js';

/** Whether who manages a webhook still may. */
export function isAuthorized({ role, isActive }: Pick<Due, 'role' | 'isActive'>): boolean {
  return isActive && role !== null && may(role, 'manageOutgoingWebhooks');
}

/** What decides whether a delivery is sent. */
export interface Sendable extends Pick<Due, 'isReadable' | 'isPrivate' | 'event'> {
  readonly delivery: Pick<Due['delivery'], 'eventType' | 'channelId'>;
  readonly webhook: Pick<Due['webhook'], 'channelIds'>;
}

/**
 * Why a delivery is not sent; null where it is. The deletion of a channel is heard of by whoever was in the server; of another
 * event of a channel only who may read the channel now, and of a private channel only a webhook that names it.
 */
export function whyNot({ delivery, webhook, event, ...now }: Sendable): WebhookDeliveryError | null {
  if (delivery.eventType === PING) return null;
  const isHidden =
    !now.isReadable || (now.isPrivate && !webhook.channelIds?.includes(delivery.channelId ?? ''));
  if (delivery.eventType !== 'channel.deleted' && isHidden) return 'hidden';
  return event === null ? 'expired' : null;
}

/** The call, made of the log as it is now: what was deleted since the event does not leave the service. */
export function callOf(
  clock: Clock,
  { delivery, webhook, event }: Due,
  keys: readonly Buffer[],
): WebhookCall {
  const { id, eventType, createdAt } = delivery;
  const { url, serverId } = webhook;
  const at = clock.now();
  const timestamp = (event === null ? createdAt : new Date(event.at)).toISOString();
  const head = JSON.stringify({ type: eventType, timestamp, serverId }).slice(0, -1);
  const body = `${head},"data":${event === null ? '{}' : dataIn(event.frame)}}`;
  return { url, id, at, body, keys };
}

const GONE = 410;

/** What a failed attempt means for its delivery and for the webhook. */
export interface Verdict {
  /** Whether the delivery is given up. */
  readonly isGivenUp: boolean;
  /** Why the webhook is disabled; null where it stays enabled. */
  readonly disabledFor: 'gone' | 'failing' | null;
}

/** Since when a delivery is tried, and since when its webhook fails. */
interface Tried {
  readonly delivery: Pick<Due['delivery'], 'queuedAt'>;
  readonly webhook: Pick<Due['webhook'], 'enabledAt' | 'failingSince'>;
}

/** What waited while its webhook was disabled has as much time as what came since. */
export function judgeFailure(
  { delivery, webhook }: Tried,
  { status }: Pick<WebhookAnswer, 'status'>,
  now: Date,
): Verdict {
  const since = Math.max(delivery.queuedAt.getTime(), webhook.enabledAt.getTime());
  const isGivenUp = now.getTime() - since >= GIVEN_UP_MS;
  if (status === GONE) return { isGivenUp: true, disabledFor: 'gone' };
  const { failingSince } = webhook;
  const isFailing = failingSince !== null && now.getTime() - failingSince.getTime() >= GIVEN_UP_MS;
  return { isGivenUp, disabledFor: isFailing ? 'failing' : null };
}
