import { newId, type Transaction } from '@palaver/db';
import { invalidField } from '../kernel/errors/app-error.js';
import { requireQuota } from '../kernel/errors/require-quota.js';
import { changesOf, isEmpty } from '../kernel/schema/changes.js';
import type { Authorized } from '../kernel/services/actor.js';
import { newWebhookSecret, PREVIOUS_SECRET_MS, sealWebhookSecret } from '../kernel/webhooks/secret.js';
import { hostOf, urlProblem } from '../kernel/webhooks/url.js';
import { transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import type { OutgoingWebhook, OutgoingWebhookWithSecret } from '../protocol/records/outgoing-webhook.js';
import { lockServer } from '../servers/access.js';
import { changedFields, recordAct } from '../servers/audit-log.js';
import { lockWebhook, readableOf, requireReadable } from './access.js';
import * as queries from './queries.js';
import { toOutgoingWebhook, type WebhookRow } from './record.js';
import type {
  CreateOutgoingWebhookInput,
  OutgoingWebhookInput,
  UpdateOutgoingWebhookInput,
} from './schemas.js';

/**
 * Makes an outgoing webhook, whose secret a retry from the same session gets again. Throws `SERVER_NOT_FOUND`, `ADMIN_REQUIRED`,
 * `CHANNEL_NOT_FOUND`, `TOO_MANY_OUTGOING_WEBHOOKS`, or `INVALID_INPUT` for a URL that is not called here.
 */
export function createWebhook(
  ctx: ActorContext,
  input: CreateOutgoingWebhookInput,
): Promise<OutgoingWebhookWithSecret> {
  const { url, description, eventTypes, channelIds = null, enabled } = input;
  requireUrl(ctx, url);
  return transact(
    ctx,
    async (tx) => {
      const { id: serverId } = await lockServer(ctx, tx, input.serverId, 'manageOutgoingWebhooks');
      const count = await queries.countWebhooks(tx, serverId);
      requireQuota(
        'outgoingWebhooksPerServer',
        count,
        ctx.services.settings.quotas.outgoingWebhooksPerServer,
      );
      await requireReadable(tx, ctx.actor.userId, serverId, channelIds);
      const id = newId();
      const secret = newWebhookSecret();
      const now = ctx.services.clock.now();
      const row: WebhookRow = {
        id,
        serverId,
        userId: ctx.actor.userId,
        url,
        host: hostOf(url),
        description,
        eventTypes,
        channelIds,
        enabled,
        enabledAt: now,
        disabledReason: null,
        secret: sealWebhookSecret(ctx.services.secrets, id, secret),
        secretShownTo: ctx.actor.userId,
        previousSecret: null,
        previousUntil: null,
        failingSince: null,
        pausedUntil: null,
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
      };
      await queries.insertWebhook(tx, row);
      await record(ctx, tx, row, 'outgoingWebhook.created');
      return { webhook: await shown(ctx, tx, row), secret };
    },
    { secret: true },
  );
}

/**
 * Changes the given fields. From then on the actor's rights decide what is sent, so the actor must be able to read all of its
 * channels: nobody gets by a webhook of somebody else what they may not read. Throws `SERVER_NOT_FOUND`, `ADMIN_REQUIRED`,
 * `OUTGOING_WEBHOOK_NOT_FOUND`, `CHANNEL_NOT_FOUND`, or `INVALID_INPUT` for a URL that is not called here.
 */
export function updateWebhook(
  ctx: ActorContext,
  input: UpdateOutgoingWebhookInput,
): Promise<OutgoingWebhook> {
  const { url, description, eventTypes, channelIds, enabled } = input;
  if (url !== undefined) requireUrl(ctx, url);
  return transact(ctx, async (tx, _emit, afterCommit) => {
    const webhook = await lockWebhook(ctx, tx, input);
    const changes = changesOf<Partial<WebhookRow>>(webhook, {
      url,
      description,
      eventTypes,
      channelIds,
      enabled,
    });
    if (isEmpty(changes)) return shown(ctx, tx, webhook);
    const { userId } = ctx.actor;
    const wanted = changes.channelIds === undefined ? webhook.channelIds : changes.channelIds;
    await requireReadable(tx, userId, webhook.serverId, wanted);
    const now = ctx.services.clock.now();
    const updated = await queries.updateWebhookRow(tx, webhook.id, {
      ...changes,
      ...(changes.url === undefined ? {} : { host: hostOf(changes.url) }),
      ...restart(changes, now),
      userId,
      updatedAt: now,
    });
    if (changes.enabled === false) await queries.closeLanes(tx, webhook.id);
    else if (updated.enabled && isRestart(changes)) {
      await queries.reopenLanes(tx, webhook.id, now);
      afterCommit(() => ctx.services.webhooks.wake());
    }
    await record(ctx, tx, updated, 'outgoingWebhook.updated', changedFields(changes));
    return shown(ctx, tx, updated);
  });
}

/** Deletes a webhook with its deliveries. Throws `SERVER_NOT_FOUND`, `ADMIN_REQUIRED` or `OUTGOING_WEBHOOK_NOT_FOUND`. */
export async function deleteWebhook(ctx: ActorContext, input: OutgoingWebhookInput): Promise<void> {
  await transact(ctx, async (tx) => {
    const webhook = await lockWebhook(ctx, tx, input);
    await queries.markDeleted(tx, webhook.id, ctx.services.clock.now());
    await record(ctx, tx, webhook, 'outgoingWebhook.deleted');
  });
}

/**
 * Gives a webhook another secret; the one before signs as well for 24 hours. Throws `SERVER_NOT_FOUND`, `ADMIN_REQUIRED` or
 * `OUTGOING_WEBHOOK_NOT_FOUND`.
 */
export function rotateSecret(
  ctx: ActorContext,
  input: OutgoingWebhookInput,
): Promise<OutgoingWebhookWithSecret> {
  return transact(ctx, async (tx) => rotateLocked(ctx, tx, await lockWebhook(ctx, tx, input)), {
    secret: true,
  });
}

/** The same for a webhook that is locked. */
export async function rotateLocked(
  ctx: ActorContext,
  tx: Transaction,
  webhook: Authorized<WebhookRow, 'manage'>,
): Promise<OutgoingWebhookWithSecret> {
  const secret = newWebhookSecret();
  const now = ctx.services.clock.now();
  const updated = await queries.updateWebhookRow(tx, webhook.id, {
    secret: sealWebhookSecret(ctx.services.secrets, webhook.id, secret),
    secretShownTo: ctx.actor.userId,
    previousSecret: webhook.secret,
    previousUntil: new Date(now.getTime() + PREVIOUS_SECRET_MS),
    updatedAt: now,
    // It stays disabled until its receiver has the new secret, which somebody then says.
    ...(webhook.disabledReason === 'exposed' ? { disabledReason: null } : {}),
  });
  await record(ctx, tx, updated, 'outgoingWebhook.secretRotated');
  return { webhook: await shown(ctx, tx, updated), secret };
}

type Changes = Partial<WebhookRow>;

/** Whether what waits is to be tried at once: by a webhook that is enabled again, or has another receiver. */
function isRestart({ enabled, url }: Changes): boolean {
  return enabled === true || url !== undefined;
}

function restart(changes: Changes, now: Date): Changes {
  if (!isRestart(changes)) return {};
  const fresh: Changes = { failingSince: null, pausedUntil: null };
  return changes.enabled === true ? { ...fresh, disabledReason: null, enabledAt: now } : fresh;
}

function requireUrl({ services: { settings } }: ActorContext, url: string): void {
  const problem = urlProblem(url, settings.webhooksOverHttp);
  if (problem !== null) throw invalidField('url', problem);
}

async function shown(ctx: ActorContext, tx: Transaction, row: WebhookRow): Promise<OutgoingWebhook> {
  return toOutgoingWebhook(row, await readableOf(tx, ctx.actor.userId, row.channelIds ?? []));
}

/** The path of a URL may have a secret of the receiver, so only its host is named. */
function record(
  ctx: ActorContext,
  tx: Transaction,
  { id, serverId, host }: WebhookRow,
  act:
    | 'outgoingWebhook.created'
    | 'outgoingWebhook.updated'
    | 'outgoingWebhook.deleted'
    | 'outgoingWebhook.secretRotated',
  details: Readonly<Record<string, string>> = {},
): Promise<void> {
  return recordAct(ctx, tx, { serverId, act, target: { id, name: host }, details });
}
