import type { Transaction } from '@palaver/db';
import { holdSession } from '../auth/sessions.js';
import { lockWebhook as lockIncoming } from '../incoming-webhooks/access.js';
import { rotateLocked as rotateIncoming } from '../incoming-webhooks/actions.js';
import { endUrl } from '../incoming-webhooks/end-url.js';
import { type Emit, transact } from '../log/transact.js';
import { lockWebhook as lockOutgoing } from '../outgoing-webhooks/access.js';
import { rotateLocked as rotateOutgoing } from '../outgoing-webhooks/actions.js';
import { disableWebhook } from '../outgoing-webhooks/disable.js';
import type { ActorContext } from '../procedures/context.js';
import type { SecretsContext } from '../procedures/upward-calls.js';
import type { ExposedSecret, RotatedSecret } from '../protocol/records/exposed-secret.js';
import { accessServer, lockServer } from '../servers/access.js';
import { toUser } from '../users/record.js';
import { type ExposedRow, findExposed, listExposed } from './queries.js';
import type { ExposedSecretsInput, ListExposedSecretsInput } from './schemas.js';

/**
 * The webhooks of a server whose secret was shown to somebody who may not manage them any more, newest first. It is read from who is
 * what now, so no way of losing a right can leave one out. Throws `SERVER_NOT_FOUND` or `ADMIN_REQUIRED`.
 */
export async function listExposedSecrets(
  ctx: ActorContext,
  input: ListExposedSecretsInput,
): Promise<ExposedSecret[]> {
  const { id: serverId } = await accessServer(ctx, input.serverId, 'manageOutgoingWebhooks');
  const rows = await listExposed(ctx.services.db, { serverId, viewerId: ctx.actor.userId }, input);
  return rows.map(({ user, ...row }) => ({ ...row, serverId, user: toUser(user) }));
}

/**
 * Gives exposed webhooks new secrets, and returns them. What is not exposed (any more), and what the actor may not be shown, stays
 * as it is. Throws `SERVER_NOT_FOUND` or `ADMIN_REQUIRED`.
 */
export function rotateExposedSecrets(
  ctx: ActorContext,
  input: ExposedSecretsInput,
): Promise<RotatedSecret[]> {
  const rotate = async (tx: Transaction) => {
    await holdSession(ctx, tx);
    const { id: serverId } = await lockServer(ctx, tx, input.serverId, 'manageOutgoingWebhooks');
    const exposed = await findExposed(tx, { serverId, viewerId: ctx.actor.userId }, input);
    const rotated: RotatedSecret[] = [];
    for (const row of exposed) if (row.mayRotate) rotated.push(await rotateOne(ctx, tx, serverId, row));
    return rotated;
  };
  return transact(ctx, rotate, { secret: true });
}

async function rotateOne(
  ctx: ActorContext,
  tx: Transaction,
  serverId: string,
  { webhookId, kind, name }: ExposedRow,
): Promise<RotatedSecret> {
  const shown = { webhookId, kind, name: name ?? '' };
  switch (kind) {
    case 'incoming':
      return {
        ...shown,
        secret: (await rotateIncoming(ctx, tx, await lockIncoming(ctx, tx, webhookId))).url,
      };
    case 'outgoing': {
      const webhook = await lockOutgoing(ctx, tx, { serverId, outgoingWebhookId: webhookId });
      return { ...shown, secret: (await rotateOutgoing(ctx, tx, webhook)).secret };
    }
  }
}

/**
 * Stops exposed webhooks: URLs of incoming ones end, and outgoing ones send nothing. Nobody is shown a new secret, so an admin stops
 * those of private channels as well. What is not exposed stays as it is. Throws `SERVER_NOT_FOUND` or `ADMIN_REQUIRED`.
 */
export async function disableExposedSecrets(ctx: ActorContext, input: ExposedSecretsInput): Promise<void> {
  await transact(ctx, async (tx, emit) => {
    const { id: serverId } = await lockServer(ctx, tx, input.serverId, 'manageOutgoingWebhooks');
    const exposed = await findExposed(tx, { serverId, viewerId: ctx.actor.userId }, input);
    await stop(ctx, tx, emit, serverId, exposed);
  });
}

/** Stops all webhooks of a server whose secret a banned user was shown, under the server's lock and after they have left it. */
export async function stopSecretsOf(
  ctx: SecretsContext,
  tx: Transaction,
  emit: Emit,
  { serverId, userId }: { readonly serverId: string; readonly userId: string },
): Promise<void> {
  const where = { serverId, viewerId: ctx.actor.userId };
  await stop(ctx, tx, emit, serverId, await findExposed(tx, where, { shownTo: userId }));
}

async function stop(
  { services, actor }: SecretsContext,
  tx: Transaction,
  emit: Emit,
  serverId: string,
  rows: readonly ExposedRow[],
): Promise<void> {
  for (const { kind, webhookId } of rows) {
    switch (kind) {
      case 'incoming':
        await endUrl({ services, actor }, tx, { serverId, webhookId });
        break;
      case 'outgoing':
        await disableWebhook(services, { tx, emit }, webhookId, 'exposed', { actor });
    }
  }
}
