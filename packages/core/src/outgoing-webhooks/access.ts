import type { Queryable, Transaction } from '@palaver/db';
import { readableChannels } from '../channels/access.js';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { isUuid } from '../kernel/schema/ids.js';
import { type Authorized, authorize } from '../kernel/services/actor.js';
import type { ActorContext, ReadContext } from '../procedures/context.js';
import { accessServer, lockServer } from '../servers/access.js';
import { findWebhook, lockWebhookRow } from './queries.js';
import type { WebhookRow } from './record.js';
import type { OutgoingWebhookInput } from './schemas.js';

/**
 * Fetches an outgoing webhook of a server whose webhooks the actor manages. Throws `SERVER_NOT_FOUND`, `ADMIN_REQUIRED` or
 * `OUTGOING_WEBHOOK_NOT_FOUND`.
 */
export async function accessWebhook(
  ctx: ReadContext,
  { serverId, outgoingWebhookId }: OutgoingWebhookInput,
): Promise<Authorized<WebhookRow, 'manage'>> {
  const server = await accessServer(ctx, serverId, 'manageOutgoingWebhooks');
  const id = requireUuid(outgoingWebhookId, 'OUTGOING_WEBHOOK_NOT_FOUND');
  const webhook = await findWebhook(ctx.services.db, server.id, id);
  if (!webhook) throw new AppError('OUTGOING_WEBHOOK_NOT_FOUND');
  return authorize(webhook, 'manage');
}

/** The same inside a write, under the locks of the server and of the webhook. */
export async function lockWebhook(
  ctx: Pick<ActorContext, 'actor'>,
  tx: Transaction,
  { serverId, outgoingWebhookId }: OutgoingWebhookInput,
): Promise<Authorized<WebhookRow, 'manage'>> {
  const server = await lockServer(ctx, tx, serverId, 'manageOutgoingWebhooks');
  const webhook = await lockWebhookRow(tx, requireUuid(outgoingWebhookId, 'OUTGOING_WEBHOOK_NOT_FOUND'));
  if (webhook?.serverId !== server.id) throw new AppError('OUTGOING_WEBHOOK_NOT_FOUND');
  return authorize(webhook, 'manage');
}

/** Those of some channels that a user may read, in the given server where one is given. */
export async function readableOf(
  q: Queryable,
  userId: string,
  channelIds: ReadonlyArray<string | null>,
  serverId?: string,
): Promise<Set<string>> {
  const asked = [...new Set(channelIds)].filter((id) => id !== null && isUuid(id)).map(String);
  if (asked.length === 0) return new Set();
  const lookups = asked.map((channelId) => ({ userId, channelId }));
  const found = await readableChannels(q, lookups);
  return new Set(
    found.flatMap((channel) =>
      channel && (serverId === undefined || channel.serverId === serverId) ? [channel.id] : [],
    ),
  );
}

/** Throws `CHANNEL_NOT_FOUND` unless a user may read all of these channels, and all are of the server. */
export async function requireReadable(
  q: Queryable,
  userId: string,
  serverId: string,
  channelIds: readonly string[] | null,
): Promise<void> {
  if (channelIds === null) return;
  const readable = await readableOf(q, userId, channelIds, serverId);
  if (!channelIds.every((id) => readable.has(id))) throw new AppError('CHANNEL_NOT_FOUND');
}
