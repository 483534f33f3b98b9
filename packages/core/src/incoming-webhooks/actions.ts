import { newId, type Transaction } from '@palaver/db';
import { holdSession } from '../auth/sessions.js';
import { hashToken, newToken } from '../auth/tokens.js';
import { requireQuota } from '../kernel/errors/require-quota.js';
import { changesOf, isEmpty } from '../kernel/schema/changes.js';
import { PURPOSES, type Secrets } from '../kernel/services/secrets.js';
import { openStream } from '../log/append.js';
import { userStream } from '../log/streams.js';
import { transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import type { IncomingWebhook, IncomingWebhookSecret } from '../protocol/records/incoming-webhook.js';
import type { ServerActName } from '../protocol/records/server-act.js';
import { changedFields, recordAct } from '../servers/audit-log.js';
import {
  accessManaged,
  lockManaged,
  lockWebhook,
  type ManagedChannel,
  type ManagedWebhook,
} from './access.js';
import * as queries from './queries.js';
import { toWebhook, type WebhookRow } from './record.js';
import type {
  CreateIncomingWebhookInput,
  IncomingWebhookInput,
  UpdateIncomingWebhookInput,
} from './schemas.js';

/**
 * Makes an incoming webhook of a channel, with an account that is the author of its messages. Its URL holds the secret, of
 * which a hash is stored. Throws `CHANNEL_NOT_FOUND`, `NOT_IN_A_DM`, `ADMIN_REQUIRED` or `TOO_MANY_INCOMING_WEBHOOKS`.
 */
export function createWebhook(
  ctx: ActorContext,
  input: CreateIncomingWebhookInput,
): Promise<IncomingWebhookSecret> {
  const { name, mayMentionAll, githubSecret } = input;
  const create = async (tx: Transaction) => {
    await holdSession(ctx, tx);
    const channel = await lockManaged(ctx, tx, input.channelId);
    const made = await queries.countWebhooks(tx, channel.id);
    requireQuota('webhooksPerChannel', made, ctx.services.settings.quotas.webhooksPerChannel);
    const id = newId();
    const userId = newId();
    const secret = newToken('webhook');
    const row: WebhookRow = {
      id,
      channelId: channel.id,
      userId,
      name,
      secretHash: hashToken(secret),
      urlShownTo: ctx.actor.userId,
      urlEndedAt: null,
      mayMentionAll,
      githubSecret:
        githubSecret === undefined ? null : sealedForGithub(ctx.services.secrets, id, githubSecret),
      createdBy: ctx.actor.userId,
      createdAt: ctx.services.clock.now(),
    };
    await queries.insertWebhook(tx, channel.serverId, row, {
      username: accountName(userId),
      displayName: name,
    });
    await openStream(tx, userStream(userId), row.createdAt);
    await record(ctx, tx, channel, row, 'incomingWebhook.created');
    return { webhook: toWebhook(row, channel.serverId), url: urlOf(ctx, id, secret) };
  };
  return transact(ctx, create, { secret: true });
}

/** The incoming webhooks of a channel, newest first. Throws `CHANNEL_NOT_FOUND`, `NOT_IN_A_DM` or `ADMIN_REQUIRED`. */
export async function listWebhooks(ctx: ActorContext, channelId: string): Promise<IncomingWebhook[]> {
  const { id, serverId } = await accessManaged(ctx, channelId);
  return (await queries.listWebhooks(ctx.services.db, id)).map((row) => toWebhook(row, serverId));
}

/**
 * Changes the given fields of a webhook. Messages keep the name that they were posted under. Throws
 * `INCOMING_WEBHOOK_NOT_FOUND` or `ADMIN_REQUIRED`.
 */
export function updateWebhook(
  ctx: ActorContext,
  input: UpdateIncomingWebhookInput,
): Promise<IncomingWebhook> {
  const { webhookId, name, mayMentionAll, githubSecret } = input;
  return transact(ctx, async (tx) => {
    const { webhook, channel } = await lockWebhook(ctx, tx, webhookId);
    const plain = changesOf<Pick<WebhookRow, 'name' | 'mayMentionAll'>>(webhook, { name, mayMentionAll });
    const isSame = githubSecret === undefined || (githubSecret === '' && webhook.githubSecret === null);
    const sealed = isSame
      ? {}
      : {
          githubSecret:
            githubSecret === '' ? null : sealedForGithub(ctx.services.secrets, webhook.id, githubSecret),
        };
    const changes = { ...plain, ...sealed };
    if (isEmpty(changes)) return toWebhook(webhook, channel.serverId);
    const row = await queries.updateWebhook(tx, webhook.id, changes);
    await record(ctx, tx, channel, webhook, 'incomingWebhook.updated', changedFields(changes));
    return toWebhook(row, channel.serverId);
  });
}

/**
 * Gives a webhook a new secret; whoever has the old URL posts nothing from the commit on. Throws
 * `INCOMING_WEBHOOK_NOT_FOUND` or `ADMIN_REQUIRED`.
 */
export function rotateWebhook(
  ctx: ActorContext,
  { webhookId }: IncomingWebhookInput,
): Promise<IncomingWebhookSecret> {
  const rotate = async (tx: Transaction) => {
    await holdSession(ctx, tx);
    return rotateLocked(ctx, tx, await lockWebhook(ctx, tx, webhookId));
  };
  return transact(ctx, rotate, { secret: true });
}

/** The same for a webhook that is locked. */
export async function rotateLocked(
  ctx: ActorContext,
  tx: Transaction,
  { webhook, channel }: ManagedWebhook,
): Promise<IncomingWebhookSecret> {
  const secret = newToken('webhook');
  const row = await queries.updateWebhook(tx, webhook.id, {
    secretHash: hashToken(secret),
    urlShownTo: ctx.actor.userId,
    urlEndedAt: null,
  });
  await record(ctx, tx, channel, webhook, 'incomingWebhook.rotated');
  return { webhook: toWebhook(row, channel.serverId), url: urlOf(ctx, webhook.id, secret) };
}

/** Deletes a webhook. Its messages stay. Throws `INCOMING_WEBHOOK_NOT_FOUND` or `ADMIN_REQUIRED`. */
export async function deleteWebhook(ctx: ActorContext, { webhookId }: IncomingWebhookInput): Promise<void> {
  await transact(ctx, async (tx) => {
    const { webhook, channel } = await lockWebhook(ctx, tx, webhookId);
    await queries.removeWebhook(tx, webhook, ctx.services.clock.now());
    await record(ctx, tx, channel, webhook, 'incomingWebhook.deleted');
  });
}

/** The secret of GitHub's signatures; null for a webhook without one. */
export function githubSecretOf(secrets: Secrets, { id, githubSecret }: WebhookRow): string | null {
  if (githubSecret === null) return null;
  // Sealed under a key that the service has no more: then no signature is right.
  return secrets.open(githubSecret, PURPOSES.githubSecret(id)) ?? newToken('webhook');
}

function sealedForGithub(secrets: Secrets, webhookId: string, secret: string): string {
  return secrets.close(secret, PURPOSES.githubSecret(webhookId));
}

/** Nobody chooses the username of such an account, and nobody sees it but beside the name of a message. */
function accountName(userId: string): string {
  return `webhook-${userId.replaceAll('-', '').slice(-20)}`;
}

function urlOf({ services: { settings } }: ActorContext, webhookId: string, secret: string): string {
  return `${settings.publicUrl}/api/hooks/${webhookId}/${secret}`;
}

/** Those who read the audit log may not know a private channel. */
async function record(
  ctx: ActorContext,
  tx: Transaction,
  { id: channelId, serverId, isPrivate }: ManagedChannel,
  { id, name }: WebhookRow,
  act: ServerActName,
  details: Readonly<Record<string, string>> = {},
): Promise<void> {
  const target = { id, name: isPrivate ? null : name };
  await recordAct(ctx, tx, { serverId, act, target, details: { channelId, ...details } });
}
