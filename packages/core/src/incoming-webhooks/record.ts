import type { tables } from '@palaver/db';
import type { InferSelectModel } from 'drizzle-orm';
import { iso } from '../kernel/sql/instant.js';
import type { IncomingWebhook } from '../protocol/records/incoming-webhook.js';

export type WebhookRow = InferSelectModel<typeof tables.incomingWebhooks>;

/** The record as those who manage the channel see it. */
export function toWebhook(row: WebhookRow, serverId: string): IncomingWebhook {
  const { id, channelId, userId, name, mayMentionAll, githubSecret, urlEndedAt, createdBy, createdAt } = row;
  return {
    id,
    channelId,
    serverId,
    userId,
    name,
    mayMentionAll,
    isSigned: githubSecret !== null,
    urlEndedAt: urlEndedAt && iso(urlEndedAt),
    createdBy,
    createdAt: iso(createdAt),
  };
}
