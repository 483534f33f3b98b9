import type { tables } from '@palaver/db';
import type { InferSelectModel } from 'drizzle-orm';
import { iso } from '../kernel/sql/instant.js';
import {
  isWebhookEvent,
  type OutgoingWebhook,
  type WebhookDelivery,
} from '../protocol/records/outgoing-webhook.js';

export type WebhookRow = InferSelectModel<typeof tables.outgoingWebhooks>;
export type DeliveryRow = InferSelectModel<typeof tables.outgoingWebhookDeliveries>;

/** The record as the service sends it to somebody who may see these channels. */
export function toOutgoingWebhook(row: WebhookRow, visible: ReadonlySet<string>): OutgoingWebhook {
  const { id, serverId, userId, url, description, channelIds, enabled } = row;
  return {
    id,
    serverId,
    userId,
    url,
    description,
    eventTypes: row.eventTypes.filter(isWebhookEvent),
    channelIds: channelIds?.filter((channelId) => visible.has(channelId)) ?? null,
    enabled,
    disabledReason: row.disabledReason,
    failingSince: row.failingSince && iso(row.failingSince),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}

export function toDelivery(row: DeliveryRow, visible: ReadonlySet<string>): WebhookDelivery {
  const { id, eventType, channelId, state, attempts, status, error, durationMs, createdAt, triedAt } = row;
  return {
    id,
    eventType,
    channelId: channelId !== null && visible.has(channelId) ? channelId : null,
    state,
    attempts,
    status,
    error,
    durationMs,
    createdAt: iso(createdAt),
    triedAt: triedAt && iso(triedAt),
  };
}
