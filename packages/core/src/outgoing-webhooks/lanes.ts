import { arrayLiteral, newId, type Queryable, statement, type Transaction, tables } from '@palaver/db';
import { and, eq, sql } from 'drizzle-orm';
import { LANES_TOGETHER, LEASE_MS } from './bounds.js';

const { outgoingWebhookLanes: lanes } = tables;

/** Lanes of one webhook that this node works on together until their lease ends. */
export interface Lanes {
  readonly webhookId: string;
  readonly lease: string;
  readonly serverId: string;
  readonly host: string;
  /** Whether no call of the webhook has succeeded lately. */
  readonly isFailing: boolean;
}

export type Lease = Pick<Lanes, 'webhookId' | 'lease'>;

/** What has as many calls under way as it may. */
export interface Busy {
  readonly hosts: readonly string[];
  readonly serverIds: readonly string[];
  readonly webhookIds: readonly string[];
}

/**
 * In the statement of a transaction: its commit does not wait for the disk, nor for a replica, so that posts do not wait behind it. Where
 * the database fails in that moment, what was delivered comes again under the same ids, as where a node dies.
 */
export const COMMITS_LATER = "(select set_config('synchronous_commit', 'off', true)) is not null";

interface LaneRow {
  readonly webhook_id: string;
  readonly server_id: string;
  readonly host: string;
  readonly is_failing: boolean;
}

const take = statement<LaneRow>(`
  with first as materialized (
    select lane.webhook_id, webhook.server_id, webhook.host, webhook.failing_since is not null as is_failing
    from outgoing_webhook_lanes lane join outgoing_webhooks webhook on webhook.id = lane.webhook_id
    where lane.next_try_at <= $1::timestamptz and webhook.enabled
      and (webhook.paused_until is null or webhook.paused_until <= $1::timestamptz)
      and webhook.host <> all($4::text::text[]) and webhook.server_id <> all($5::text::uuid[])
      and webhook.id <> all($6::text::uuid[])
    order by lane.next_try_at limit 1 for update of lane skip locked
  ), due as materialized (
    select lane.webhook_id, lane.stream_id, first.server_id, first.host, first.is_failing
    from first join outgoing_webhook_lanes lane on lane.webhook_id = first.webhook_id and lane.next_try_at <= $1::timestamptz
    order by lane.next_try_at limit (select case when is_failing then 1 else ${LANES_TOGETHER} end from first)
    for update of lane skip locked
  )
  update outgoing_webhook_lanes lane set next_try_at = $2::timestamptz, lease = $3::uuid
  from due where lane.webhook_id = due.webhook_id and lane.stream_id = due.stream_id and ${COMMITS_LATER}
  returning due.webhook_id, due.server_id, due.host, due.is_failing`);

/**
 * Takes lanes of the webhook whose lane has been due for longest, which no other node takes before the lease ends; null where none
 * is due. Of a webhook that fails it is one.
 */
export async function takeLanes(q: Queryable, now: Date, busy: Busy): Promise<Lanes | null> {
  const lease = newId();
  const [row] = await take(q, [
    now.toISOString(),
    leaseEnd(now),
    lease,
    arrayLiteral(busy.hosts),
    arrayLiteral(busy.serverIds),
    arrayLiteral(busy.webhookIds),
  ]);
  if (!row) return null;
  const { webhook_id: webhookId, server_id: serverId, host, is_failing: isFailing } = row;
  return { webhookId, lease, serverId, host, isFailing };
}

/** Locks a lane until the transaction ends. Returns false where another node has it. */
export async function lockLane(
  tx: Transaction,
  { webhookId, lease }: Lease,
  streamId: string,
): Promise<boolean> {
  const [row] = await tx
    .select({ lease: lanes.lease })
    .from(lanes)
    .where(and(eq(lanes.webhookId, webhookId), eq(lanes.streamId, streamId), eq(lanes.lease, lease)))
    .for('update');
  return row !== undefined;
}

/** Gives a lane back that is locked, to be taken at the earliest at `nextTryAt`. */
export async function giveBack(
  tx: Transaction,
  { webhookId }: Lease,
  streamId: string,
  nextTryAt: Date,
): Promise<void> {
  await tx
    .update(lanes)
    .set({ nextTryAt, lease: null })
    .where(and(eq(lanes.webhookId, webhookId), eq(lanes.streamId, streamId)));
}

const lockLeased = statement(`
  select from outgoing_webhook_lanes where webhook_id = $1::uuid and lease = $2::uuid and ${COMMITS_LATER}
  order by stream_id for update`);

const leave = statement(`
  with held as materialized (
    select lane.stream_id, webhook.enabled and server.deleted_at is null as is_open, exists (
      select from outgoing_webhook_deliveries delivery
      where delivery.webhook_id = lane.webhook_id and delivery.stream_id = lane.stream_id and delivery.state = 'waiting'
    ) as is_waiting
    from outgoing_webhook_lanes lane join outgoing_webhooks webhook on webhook.id = lane.webhook_id
    join servers server on server.id = webhook.server_id
    where lane.webhook_id = $1::uuid and lane.lease = $2::uuid
  ), emptied as (
    delete from outgoing_webhook_lanes lane using held
    where lane.webhook_id = $1::uuid and lane.stream_id = held.stream_id and not held.is_waiting
  )
  update outgoing_webhook_lanes lane
  set next_try_at = case when held.is_open then $3::timestamptz else 'infinity' end, lease = null
  from held where lane.webhook_id = $1::uuid and lane.stream_id = held.stream_id and held.is_waiting`);

/**
 * Gives back what is held of lanes after their turn, or because nothing was found in them. One in which nothing waits goes;
 * `insertDeliveries` locks it, so what is queued meanwhile is seen here, or makes the lane anew.
 */
export async function leaveLanes(tx: Transaction, { webhookId, lease }: Lease, now: Date): Promise<void> {
  await lockLeased(tx, [webhookId, lease]);
  await leave(tx, [webhookId, lease, now.toISOString()]);
}

/** What waits for all webhooks. */
export interface QueueMeasures {
  /** Deliveries that wait, retries and those behind them included; counted up to 100,000. */
  readonly waiting: number;
  /** For how long the lane that is due for longest has not been taken. */
  readonly lateSeconds: number;
}

const WAITING_MAX = 100_000;

export async function measureQueue(q: Queryable, now: Date): Promise<QueueMeasures> {
  const at = now.toISOString();
  const [row] = await q.execute<{ waiting: number; late: number }>(sql`
    select (
      select count(*)::int from (
        select from outgoing_webhook_deliveries where state = 'waiting' limit ${WAITING_MAX}) delivery
    ) as waiting, coalesce((
      select extract(epoch from ${at}::timestamptz - min(lane.next_try_at))::float8
      from outgoing_webhook_lanes lane join outgoing_webhooks webhook on webhook.id = lane.webhook_id
      where lane.next_try_at <= ${at}::timestamptz and webhook.enabled
        and (webhook.paused_until is null or webhook.paused_until <= ${at}::timestamptz)
    ), 0) as late`);
  return { waiting: row?.waiting ?? 0, lateSeconds: row?.late ?? 0 };
}

export function leaseEnd(now: Date): string {
  return new Date(now.getTime() + LEASE_MS).toISOString();
}
