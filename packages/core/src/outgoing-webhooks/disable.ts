import type { Transaction } from '@palaver/db';
import type { Actor } from '../kernel/services/actor.js';
import { userStream } from '../log/streams.js';
import type { Emit } from '../log/transact.js';
import { mailWebhookDisabled } from '../mail/webhook-disabled.js';
import type { Services } from '../procedures/services.js';
import type { WebhookDisabledReason } from '../protocol/records/webhook-disabled-reason.js';
import { isServerMember } from '../servers/access.js';
import { recordAct } from '../servers/audit-log.js';
import { closeLanes, lockWebhookRow, updateWebhookRow } from './queries.js';

export type DisableServices = Pick<Services, 'settings' | 'clock'>;

/** Whom the audit log names. */
interface DisabledBy {
  readonly actor: Pick<Actor, 'userId'> | null;
  readonly actorName?: string;
}

/**
 * Disables a webhook for a reason of the service's own, and tells who manages it by an event and by mail. What waits goes on
 * when somebody enables it. One that is disabled already, or gone, stays so.
 */
export async function disableWebhook(
  services: DisableServices,
  { tx, emit }: { readonly tx: Transaction; readonly emit: Emit },
  webhookId: string,
  reason: WebhookDisabledReason,
  by: DisabledBy = { actor: null, actorName: 'the service' },
): Promise<void> {
  const webhook = await lockWebhookRow(tx, webhookId);
  if (!webhook?.enabled) return;
  const { serverId, userId, host } = webhook;
  const now = services.clock.now();
  await updateWebhookRow(tx, webhookId, { enabled: false, disabledReason: reason, updatedAt: now });
  await closeLanes(tx, webhookId);
  const act = 'outgoingWebhook.disabled';
  await recordAct({ ...by, services }, tx, {
    serverId,
    act,
    target: { id: webhookId, name: host },
    details: { reason },
  });
  if (!(await isServerMember(tx, serverId, userId))) return;
  await mailWebhookDisabled(services, tx, { userId, host, reason, at: now });
  const data = { serverId, outgoingWebhookId: webhookId, reason };
  await emit(userStream(userId), { type: 'outgoing_webhook.disabled', data });
}
