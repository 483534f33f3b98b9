import { type Queryable, type Transaction, tables } from '@palaver/db';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { newestFirst, within } from '../kernel/sql/newest-first.js';
import type { DeliveryRow, WebhookRow } from './record.js';
import type { ListDeliveriesInput } from './schemas.js';

const { outgoingWebhooks, outgoingWebhookDeliveries, outgoingWebhookLanes } = tables;

/** Those of a server that are not deleted. */
const ofServer = (serverId: string) =>
  and(eq(outgoingWebhooks.serverId, serverId), isNull(outgoingWebhooks.deletedAt));

export async function findWebhook(
  q: Queryable,
  serverId: string,
  webhookId: string,
): Promise<WebhookRow | null> {
  const [row] = await q
    .select()
    .from(outgoingWebhooks)
    .where(and(eq(outgoingWebhooks.id, webhookId), ofServer(serverId)));
  return row ?? null;
}

/** The webhook as it is, locked against other changes of it until the transaction ends; null where it is gone. */
export async function lockWebhookRow(tx: Transaction, webhookId: string): Promise<WebhookRow | null> {
  const [row] = await tx
    .select()
    .from(outgoingWebhooks)
    .where(and(eq(outgoingWebhooks.id, webhookId), isNull(outgoingWebhooks.deletedAt)))
    .for('no key update');
  return row ?? null;
}

export function listWebhooks(q: Queryable, serverId: string): Promise<WebhookRow[]> {
  return q.select().from(outgoingWebhooks).where(ofServer(serverId)).orderBy(desc(outgoingWebhooks.id));
}

export function countWebhooks(q: Queryable, serverId: string): Promise<number> {
  return q.$count(outgoingWebhooks, ofServer(serverId));
}

export async function insertWebhook(tx: Transaction, row: WebhookRow): Promise<void> {
  await tx.insert(outgoingWebhooks).values(row);
}

export async function updateWebhookRow(
  tx: Transaction,
  webhookId: string,
  changes: Partial<Omit<WebhookRow, 'id' | 'serverId'>>,
): Promise<WebhookRow> {
  const [row] = await tx
    .update(outgoingWebhooks)
    .set(changes)
    .where(eq(outgoingWebhooks.id, webhookId))
    .returning();
  if (!row) throw new Error(`outgoing webhook ${webhookId} vanished under its lock`);
  return row;
}

/** Takes out of a webhook what is of use to anybody; the clean-up removes it. */
export async function markDeleted(tx: Transaction, webhookId: string, deletedAt: Date): Promise<void> {
  const emptied = {
    url: '',
    host: '',
    description: '',
    secret: '',
    secretShownTo: null,
    previousSecret: null,
    previousUntil: null,
  };
  const ended = { ...emptied, enabled: false, channelIds: null, eventTypes: [], deletedAt };
  await updateWebhookRow(tx, webhookId, ended);
  await closeLanes(tx, webhookId);
}

export function listDeliveries(
  q: Queryable,
  { failed, ...page }: ListDeliveriesInput,
  webhookId: string,
): Promise<DeliveryRow[]> {
  const deliveries = outgoingWebhookDeliveries;
  const isListed = and(
    eq(deliveries.webhookId, webhookId),
    failed ? sql`${deliveries.state} = 'failed'` : undefined,
    within(page, deliveries.id),
  );
  return newestFirst(page, (order) =>
    q.select().from(deliveries).where(isListed).orderBy(order(deliveries.id)).limit(page.limit),
  );
}

/** How many deliveries of a webhook wait, counted up to a bound. */
export async function countWaiting(q: Queryable, webhookId: string, bound: number): Promise<number> {
  const [row] = await q.execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from (
      select from ${outgoingWebhookDeliveries}
      where webhook_id = ${webhookId} and state = 'waiting' limit ${bound}) waiting`);
  return row?.waiting ?? 0;
}

export async function hasDelivery(q: Queryable, webhookId: string, deliveryId: string): Promise<boolean> {
  const { id, webhookId: ofWebhook } = outgoingWebhookDeliveries;
  const one = and(eq(id, deliveryId), eq(ofWebhook, webhookId));
  return (await q.$count(outgoingWebhookDeliveries, one)) > 0;
}

/** A ping waits among the pings of the webhook. */
export async function insertDelivery(tx: Transaction, row: DeliveryRow): Promise<void> {
  await tx.insert(outgoingWebhookDeliveries).values(row);
}

/** Lets a lane be worked on at once, where nobody works on it. */
export async function openLanes(
  tx: Transaction,
  webhookId: string,
  streamIds: readonly string[],
  now: Date,
): Promise<void> {
  if (streamIds.length === 0) return;
  const lanes = [...new Set(streamIds)].sort().map((streamId) => ({ webhookId, streamId, nextTryAt: now }));
  await tx
    .insert(outgoingWebhookLanes)
    .values(lanes)
    .onConflictDoUpdate({
      target: [outgoingWebhookLanes.webhookId, outgoingWebhookLanes.streamId],
      // Under a lease it stays as it is; either way the row is locked, so that nobody removes an empty lane meanwhile.
      set: {
        nextTryAt: sql`case when ${outgoingWebhookLanes.lease} is null then excluded.next_try_at else ${outgoingWebhookLanes.nextTryAt} end`,
      },
    });
}

/** Lets all lanes of a webhook be worked on at once. */
export async function reopenLanes(tx: Transaction, webhookId: string, now: Date): Promise<void> {
  await tx
    .update(outgoingWebhookLanes)
    .set({ nextTryAt: now, lease: null })
    .where(eq(outgoingWebhookLanes.webhookId, webhookId));
}

/** Keeps the lanes of a disabled webhook out of the way of all others. */
export async function closeLanes(tx: Transaction, webhookId: string): Promise<void> {
  await tx
    .update(outgoingWebhookLanes)
    .set({ nextTryAt: sql`'infinity'`, lease: null })
    .where(eq(outgoingWebhookLanes.webhookId, webhookId));
}

/**
 * Queues deliveries again, the oldest first and at most `limit`: one, or all after one that were given up, or all. Those
 * that wait stay as they are. Returns them.
 */
export async function requeue(
  tx: Transaction,
  webhookId: string,
  which: { readonly id: string } | { readonly after: string | undefined; readonly failed: boolean },
  { limit, now }: { readonly limit: number; readonly now: Date },
): Promise<Array<Pick<DeliveryRow, 'id' | 'streamId'>>> {
  const deliveries = outgoingWebhookDeliveries;
  const states =
    'id' in which || !which.failed ? sql`state in ('delivered', 'failed', 'dropped')` : sql`state = 'failed'`;
  const chosen =
    'id' in which
      ? sql`id = ${which.id}`
      : sql`id > ${which.after ?? '00000000-0000-0000-0000-000000000000'}`;
  const rows = await tx
    .update(deliveries)
    .set({ state: 'waiting', queuedAt: now, error: null })
    .where(
      sql`${deliveries.id} = any(array(
        select id from ${deliveries} where webhook_id = ${webhookId} and ${chosen} and ${states}
        order by id limit ${limit} for update))`,
    )
    .returning({ id: deliveries.id, streamId: deliveries.streamId });
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}
