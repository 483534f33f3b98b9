import { timingSafeEqual } from 'node:crypto';
import type { Queryable, Transaction } from '@palaver/db';
import { hashToken } from '../auth/tokens.js';
import { accessChannel, type ChannelAccess, lockChannel } from '../channels/access.js';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { isUuid } from '../kernel/schema/ids.js';
import { type Authorized, authorize } from '../kernel/services/actor.js';
import { type ActorContext, type ReadContext, within } from '../procedures/context.js';
import { findUsable, findWebhook, type UsableWebhook } from './queries.js';
import type { WebhookRow } from './record.js';

/** A channel of a server that the actor manages. */
export type ManagedChannel = Authorized<ChannelAccess, 'manage'> & { readonly serverId: string };

/** Fetches a channel whose webhooks the actor manages. Throws `CHANNEL_NOT_FOUND`, `NOT_IN_A_DM` or `ADMIN_REQUIRED`. */
export async function accessManaged(ctx: ReadContext, channelId: string): Promise<ManagedChannel> {
  const channel = await accessChannel(ctx, channelId, 'manage');
  return withServer(channel);
}

/** The same inside a write, under the locks of the server and of the channel, under which webhooks change. */
export async function lockManaged(
  ctx: Pick<ActorContext, 'actor'>,
  tx: Transaction,
  channelId: string,
): Promise<ManagedChannel> {
  const { serverId } = await accessManaged(within(tx, ctx), channelId);
  return withServer(await lockChannel(ctx, tx, { serverId, channelId }, 'manage').catch(hideServer));
}

/** A webhook that the actor manages. */
export type ManagedWebhook = Authorized<
  { readonly webhook: WebhookRow; readonly channel: ManagedChannel },
  'manage'
>;

/** Fetches a webhook of a channel that the actor manages, as `lockManaged` does. Throws `INCOMING_WEBHOOK_NOT_FOUND` or `ADMIN_REQUIRED`. */
export async function lockWebhook(
  ctx: Pick<ActorContext, 'actor'>,
  tx: Transaction,
  webhookId: string,
): Promise<ManagedWebhook> {
  const id = requireUuid(webhookId, 'INCOMING_WEBHOOK_NOT_FOUND');
  const found = await findWebhook(tx, id);
  if (!found) throw new AppError('INCOMING_WEBHOOK_NOT_FOUND');
  const channel = await lockManaged(ctx, tx, found.channelId).catch(hideChannel);
  const webhook = await findWebhook(tx, id);
  if (!webhook) throw new AppError('INCOMING_WEBHOOK_NOT_FOUND');
  return authorize({ webhook, channel }, 'manage');
}

/** A webhook whose secret the caller has. */
export type OpenedWebhook = Authorized<UsableWebhook & { readonly serverId: string }, 'post'>;

/**
 * Fetches a webhook for who has its secret. What is not found and a wrong secret are answered alike, after the same
 * comparison. Throws `INCOMING_WEBHOOK_NOT_FOUND`.
 */
export async function openWebhook(q: Queryable, webhookId: string, secret: string): Promise<OpenedWebhook> {
  const found = isUuid(webhookId) ? await findUsable(q, webhookId) : null;
  const given = hashToken(secret);
  const isRight = timingSafeEqual(found?.secretHash ?? Buffer.alloc(given.length), given);
  if (!found?.serverId || !isRight) throw new AppError('INCOMING_WEBHOOK_NOT_FOUND');
  return authorize({ ...found, serverId: found.serverId }, 'post');
}

function withServer(channel: Authorized<ChannelAccess, 'manage'>): ManagedChannel {
  const { serverId } = channel;
  // Nobody manages a direct message.
  if (serverId === null) throw new AppError('NOT_IN_A_DM');
  return { ...channel, serverId };
}

/** The path names no server. */
function hideServer(error: unknown): never {
  const isHidden = error instanceof AppError && error.errorCode === 'SERVER_NOT_FOUND';
  throw isHidden ? new AppError('CHANNEL_NOT_FOUND') : error;
}

/** Webhooks of a channel that the actor may not see are answered like those that do not exist. */
function hideChannel(error: unknown): never {
  const isHidden = error instanceof AppError && error.errorCode === 'CHANNEL_NOT_FOUND';
  throw isHidden ? new AppError('INCOMING_WEBHOOK_NOT_FOUND') : error;
}
