import type { Transaction } from '@palaver/db';
import { hashToken, newToken } from '../auth/tokens.js';
import type { ActorContext, Using } from '../procedures/context.js';
import { recordAct } from '../servers/audit-log.js';
import { findWebhook, updateWebhook } from './queries.js';

/**
 * Ends the URL of a webhook, and shows nobody another one: who manages the channel asks for that later. Messages and settings
 * stay. A URL that has ended, and a webhook that is gone, stay so. Call it under the server's lock.
 */
export async function endUrl(
  ctx: Using<'clock'> & Pick<ActorContext, 'actor'>,
  tx: Transaction,
  { serverId, webhookId }: { readonly serverId: string; readonly webhookId: string },
): Promise<void> {
  const webhook = await findWebhook(tx, webhookId);
  if (webhook === null || webhook.urlEndedAt !== null) return;
  const secretHash = hashToken(newToken('webhook'));
  await updateWebhook(tx, webhookId, { secretHash, urlEndedAt: ctx.services.clock.now() });
  const { channelId } = webhook;
  await recordAct(ctx, tx, {
    serverId,
    act: 'incomingWebhook.rotated',
    // The channel may be one that the actor does not see.
    target: { id: webhookId, name: null },
    details: { channelId, urlEnded: true },
  });
}
