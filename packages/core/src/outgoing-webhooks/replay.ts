import { newId, type Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { requireFewer } from '../kernel/errors/require-quota.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { type AfterCommit, transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import { PING, type ReplayedDeliveries, type WebhookDelivery } from '../protocol/records/outgoing-webhook.js';
import { lockWebhook } from './access.js';
import { BACKLOG_MAX } from './bounds.js';
import * as queries from './queries.js';
import { type DeliveryRow, toDelivery, type WebhookRow } from './record.js';
import type { DeliveryInput, OutgoingWebhookInput, ReplayInput } from './schemas.js';

/** As many deliveries one call queues again, so that its transaction is short. */
const REPLAYED_MAX = 1_000;

/**
 * Sends an event without content, so that somebody sees whether the receiver works. Throws `SERVER_NOT_FOUND`,
 * `ADMIN_REQUIRED`, `OUTGOING_WEBHOOK_NOT_FOUND`, `OUTGOING_WEBHOOK_DISABLED` or `TOO_MANY_WAITING_DELIVERIES`.
 */
export function pingWebhook(ctx: ActorContext, input: OutgoingWebhookInput): Promise<WebhookDelivery> {
  return queueing(ctx, input, async (tx, { id: webhookId }, now) => {
    const row: DeliveryRow = {
      id: newId(),
      webhookId,
      streamId: webhookId,
      seq: null,
      eventType: PING,
      channelId: null,
      state: 'waiting',
      attempts: 0,
      status: null,
      error: null,
      durationMs: null,
      createdAt: now,
      queuedAt: now,
      triedAt: null,
    };
    await queries.insertDelivery(tx, row);
    return { answer: toDelivery(row, new Set()), queued: [row] };
  });
}

/**
 * Sends a delivery again, under the same `webhook-id`. One that waits goes on waiting. Throws `SERVER_NOT_FOUND`,
 * `ADMIN_REQUIRED`, `OUTGOING_WEBHOOK_NOT_FOUND`, `DELIVERY_NOT_FOUND`, `OUTGOING_WEBHOOK_DISABLED` or
 * `TOO_MANY_WAITING_DELIVERIES`.
 */
export async function replayDelivery(ctx: ActorContext, input: DeliveryInput): Promise<void> {
  await queueing(ctx, input, async (tx, webhook, now) => {
    const id = requireUuid(input.deliveryId, 'DELIVERY_NOT_FOUND');
    if (!(await queries.hasDelivery(tx, webhook.id, id))) throw new AppError('DELIVERY_NOT_FOUND');
    const queued = await queries.requeue(tx, webhook.id, { id }, { limit: 1, now });
    return { answer: null, queued };
  });
}

/**
 * Sends deliveries again that were given up, or all, the oldest first and as many as one call may. Throws `SERVER_NOT_FOUND`,
 * `ADMIN_REQUIRED`, `OUTGOING_WEBHOOK_NOT_FOUND`, `OUTGOING_WEBHOOK_DISABLED` or `TOO_MANY_WAITING_DELIVERIES`.
 */
export function replayDeliveries(ctx: ActorContext, input: ReplayInput): Promise<ReplayedDeliveries> {
  const { after, failed } = input;
  return queueing(ctx, input, async (tx, { id }, now) => {
    const queued = await queries.requeue(tx, id, { after, failed }, { limit: REPLAYED_MAX, now });
    return { answer: { replayed: queued.length, last: queued.at(-1)?.id ?? null }, queued };
  });
}

interface Queued<Answer> {
  readonly answer: Answer;
  readonly queued: ReadonlyArray<Pick<DeliveryRow, 'streamId'>>;
}

/** Queues deliveries of an enabled webhook, and wakes what sends them. */
function queueing<Answer>(
  ctx: ActorContext,
  input: OutgoingWebhookInput,
  queue: (tx: Transaction, webhook: WebhookRow, now: Date) => Promise<Queued<Answer>>,
): Promise<Answer> {
  return transact(ctx, async (tx, _emit, afterCommit: AfterCommit) => {
    const webhook = await lockWebhook(ctx, tx, input);
    if (!webhook.enabled) throw new AppError('OUTGOING_WEBHOOK_DISABLED');
    const waiting = await queries.countWaiting(tx, webhook.id, BACKLOG_MAX);
    requireFewer('TOO_MANY_WAITING_DELIVERIES', waiting, BACKLOG_MAX);
    const now = ctx.services.clock.now();
    const { answer, queued } = await queue(tx, webhook, now);
    await queries.openLanes(
      tx,
      webhook.id,
      queued.map(({ streamId }) => streamId),
      now,
    );
    afterCommit(() => ctx.services.webhooks.wake());
    return answer;
  });
}
