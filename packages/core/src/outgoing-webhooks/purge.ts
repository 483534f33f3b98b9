import { type Database, tables } from '@palaver/db';
import { eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Clock } from '../kernel/services/clock.js';
import { purgeOlder } from '../kernel/sql/purge-older.js';
import { KEPT_MAX, KEPT_MS } from './bounds.js';

const { outgoingWebhookDeliveries: deliveries, outgoingWebhooks: webhooks } = tables;

/** Few enough that one statement ends well within its time limit. */
const BATCH = 1_000;

/** Removes deleted webhooks, deliveries that are too old, and of each webhook those beyond the newest ones; what was queued lately stays. */
export async function purgeDeliveries({
  db,
  clock,
}: {
  readonly db: Database;
  readonly clock: Clock;
}): Promise<void> {
  await purgeWebhooks(db, isNotNull(webhooks.deletedAt));
  const before = new Date(clock.now().getTime() - KEPT_MS);
  const isOld = sql`(state <> 'waiting' or queued_at < ${before.toISOString()}::timestamptz)`;
  await purgeOlder(db, deliveries.createdAt, before, { where: isOld });
  for (const { id } of await db.select({ id: webhooks.id }).from(webhooks)) await purgeBeyond(db, id);
}

async function purgeBeyond(db: Database, webhookId: string): Promise<void> {
  for (;;) {
    const { count } = await db.execute(sql`
      delete from ${deliveries} where id = any(array(
        select id from ${deliveries}
        where webhook_id = ${webhookId} and state <> 'waiting' and id < (
          select id from ${deliveries} where webhook_id = ${webhookId} order by id desc offset ${KEPT_MAX} limit 1)
        order by id limit ${BATCH} for update skip locked))`);
    if (count < BATCH) return;
  }
}

/** Removes deleted webhooks, and all of a deleted server, each with its deliveries in small batches before. */
async function purgeWebhooks(db: Database, which: SQL): Promise<void> {
  for (const { id } of await db.select({ id: webhooks.id }).from(webhooks).where(which)) {
    await deleteDeliveries(db, id);
    await db.delete(webhooks).where(eq(webhooks.id, id));
  }
}

export function purgeWebhooksOf(db: Database, serverId: string): Promise<void> {
  return purgeWebhooks(db, eq(webhooks.serverId, serverId));
}

async function deleteDeliveries(db: Database, webhookId: string): Promise<void> {
  for (;;) {
    const { count } = await db.execute(sql`
      delete from ${deliveries} where id = any(array(
        select id from ${deliveries} where webhook_id = ${webhookId} limit ${BATCH}))`);
    if (count < BATCH) return;
  }
}
