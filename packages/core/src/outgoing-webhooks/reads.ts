import type { ActorContext } from '../procedures/context.js';
import type { OutgoingWebhook, WebhookDelivery } from '../protocol/records/outgoing-webhook.js';
import { accessServer } from '../servers/access.js';
import { accessWebhook, readableOf } from './access.js';
import * as queries from './queries.js';
import { toDelivery, toOutgoingWebhook } from './record.js';
import type { ListDeliveriesInput, OutgoingWebhookInput } from './schemas.js';

/** The outgoing webhooks of a server, newest first. Throws `SERVER_NOT_FOUND` or `ADMIN_REQUIRED`. */
export async function listWebhooks(ctx: ActorContext, serverId: string): Promise<OutgoingWebhook[]> {
  const server = await accessServer(ctx, serverId, 'manageOutgoingWebhooks');
  const rows = await queries.listWebhooks(ctx.services.db, server.id);
  const visible = await readableOf(
    ctx.services.db,
    ctx.actor.userId,
    rows.flatMap(({ channelIds }) => channelIds ?? []),
  );
  return rows.map((row) => toOutgoingWebhook(row, visible));
}

/** Throws `SERVER_NOT_FOUND`, `ADMIN_REQUIRED` or `OUTGOING_WEBHOOK_NOT_FOUND`. */
export async function getWebhook(ctx: ActorContext, input: OutgoingWebhookInput): Promise<OutgoingWebhook> {
  const row = await accessWebhook(ctx, input);
  return toOutgoingWebhook(row, await readableOf(ctx.services.db, ctx.actor.userId, row.channelIds ?? []));
}

/** The deliveries of a webhook, newest first. Throws `SERVER_NOT_FOUND`, `ADMIN_REQUIRED` or `OUTGOING_WEBHOOK_NOT_FOUND`. */
export async function listDeliveries(
  ctx: ActorContext,
  input: ListDeliveriesInput,
): Promise<WebhookDelivery[]> {
  const { id } = await accessWebhook(ctx, input);
  const rows = await queries.listDeliveries(ctx.services.db, input, id);
  const visible = await readableOf(
    ctx.services.db,
    ctx.actor.userId,
    rows.map(({ channelId }) => channelId),
  );
  return rows.map((row) => toDelivery(row, visible));
}
