import {
  arrayLiteral,
  newId,
  plainArrayLiteral,
  prepared,
  type Queryable,
  statement,
  type Transaction,
  tables,
} from '@palaver/db';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { isReadable } from '../channels/readable-sql.js';
import type { Role } from '../protocol/records/server.js';
import { LANES_TOGETHER, LEASE_MS, LEASE_SLACK_MS } from './bounds.js';
import type { DeliveryRow, WebhookRow } from './record.js';

const {
  channels,
  outgoingWebhookDeliveries: deliveries,
  outgoingWebhookLanes: lanes,
  outgoingWebhooks: webhooks,
  serverMembers,
  servers,
  users,
} = tables;

/** Lanes of one webhook that this node works on together until their lease ends. */
export interface Lanes {
  readonly webhookId: string;
  readonly lease: string;
  readonly serverId: string;
  readonly host: string;
  /** Whether no call of the webhook has succeeded lately. */
  readonly isFailing: boolean;
}

type Lease = Pick<Lanes, 'webhookId' | 'lease'>;

/** What has as many calls under way as it may. */
export interface Busy {
  readonly hosts: readonly string[];
  readonly serverIds: readonly string[];
  readonly webhookIds: readonly string[];
}

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
  from due where lane.webhook_id = due.webhook_id and lane.stream_id = due.stream_id
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

/** A delivery of a lane whose turn comes next, with all that decides whether and how it is sent. */
export interface Due {
  readonly delivery: DeliveryRow;
  readonly webhook: WebhookRow;
  /** Of who manages the webhook; null outside the server. */
  readonly role: Role | null;
  /** Whether their account is neither deactivated nor deleted. */
  readonly isActive: boolean;
  /** Whether they may read the channel of the event; true for an event without one. */
  readonly isReadable: boolean;
  /** Whether that channel is private. */
  readonly isPrivate: boolean;
  /** As the log has it now; null where it is there no more, and for a ping. */
  readonly event: { readonly frame: string; readonly at: number } | null;
}

const readable = sql.raw(isReadable('outgoing_webhook_deliveries.channel_id', 'outgoing_webhooks.user_id'));

/**
 * Of each lane those whose turn comes next, one of each lane after the other, beginning behind the lane that had its turn. The
 * state is a text, so that the plan of every call can use the index of what waits.
 */
const chosen = sql`(
  select waiting.id, waiting.turn, lane.webhook_id, lane.stream_id from ${lanes} lane cross join lateral (
    select delivery.id, row_number() over (order by delivery.seq, delivery.id) as turn from ${deliveries} delivery
    where delivery.webhook_id = lane.webhook_id and delivery.stream_id = lane.stream_id
      and delivery.state = 'waiting'
    order by delivery.seq, delivery.id limit ${sql.placeholder('limit')}
  ) waiting
  where lane.webhook_id = ${sql.placeholder('webhook')} and lane.lease = ${sql.placeholder('lease')}
  order by waiting.turn, lane.stream_id <= ${sql.placeholder('after')}, lane.stream_id limit ${sql.placeholder('limit')}
) chosen`;

const next = prepared((q) =>
  q
    .select({
      delivery: deliveries,
      webhook: webhooks,
      role: serverMembers.role,
      isActive: sql<boolean>`${users.deactivatedAt} is null and ${users.deletedAt} is null`,
      isReadable: sql<boolean>`${deliveries.channelId} is null or ${readable}`,
      isPrivate: sql<boolean>`coalesce(${channels.isPrivate}, false)`,
      event: sql<Due['event']>`(
        select json_build_object('frame', event.frame, 'at', extract(epoch from event.created_at) * 1000)
        from events event
        where event.stream_id = ${deliveries.streamId} and event.seq = ${deliveries.seq})`,
    })
    .from(chosen)
    .innerJoin(deliveries, sql`${deliveries.id} = chosen.id`)
    .innerJoin(webhooks, and(eq(webhooks.id, deliveries.webhookId), eq(webhooks.enabled, sql`true`)))
    .innerJoin(servers, and(eq(servers.id, webhooks.serverId), isNull(servers.deletedAt)))
    .innerJoin(users, eq(users.id, webhooks.userId))
    .leftJoin(
      serverMembers,
      and(eq(serverMembers.serverId, webhooks.serverId), eq(serverMembers.userId, webhooks.userId)),
    )
    .leftJoin(channels, eq(channels.id, deliveries.channelId))
    .orderBy(sql`chosen.turn, chosen.stream_id <= ${sql.placeholder('after')}, chosen.stream_id`)
    .prepare('outgoing_webhooks_next'),
);

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * At most `limit` deliveries, in the order of each lane; the lane `after` which the last one was sent comes last. None where nothing
 * waits, where the webhook or its server has ended, and where another node has the lanes.
 */
export function nextDeliveries(
  q: Queryable,
  { webhookId, lease }: Lease,
  { limit, after = FIRST_ID }: { readonly limit: number; readonly after: string | undefined },
): Promise<Due[]> {
  return next(q).execute({ webhook: webhookId, lease, limit, after });
}

/** What became of an attempt that ends a delivery. */
export interface Ending {
  readonly deliveryId: string;
  readonly state: 'delivered' | 'dropped';
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMs: number | null;
  /** Null where nothing was sent. */
  readonly triedAt: Date | null;
}

const end = statement<{ id: string }>(`
  with held as materialized (
    select stream_id from outgoing_webhook_lanes where webhook_id = $1::uuid and lease = $2::uuid
  ), extended as (
    update outgoing_webhook_lanes set next_try_at = $3::timestamptz
    where webhook_id = $1::uuid and lease = $2::uuid and next_try_at < $4::timestamptz
  )
  update outgoing_webhook_deliveries delivery
  set state = ended.state::delivery_state, status = ended.status, error = ended.error,
    duration_ms = coalesce(ended.duration_ms, delivery.duration_ms), tried_at = coalesce(ended.tried_at, delivery.tried_at),
    attempts = delivery.attempts + (ended.tried_at is not null)::integer
  from held, unnest($5::text::uuid[], $6::text::text[], $7::text::integer[], $8::text::text[], $9::text::integer[],
    $10::text::timestamptz[]) ended (id, state, status, error, duration_ms, tried_at)
  where delivery.id = ended.id and delivery.webhook_id = $1::uuid and delivery.stream_id = held.stream_id
  returning delivery.id`);

/**
 * Ends deliveries and keeps the lanes. Returns false where another node has them, and then does nothing. It locks no lane, and so waits
 * for no queuing: where a lease ends in this moment, what is written of a delivery that was made is right all the same.
 */
export async function endDeliveries(
  q: Queryable,
  { webhookId, lease }: Lease,
  endings: readonly Ending[],
  now: Date,
): Promise<boolean> {
  const ended = await end(q, [
    webhookId,
    lease,
    leaseEnd(now),
    leaseEnd(new Date(now.getTime() - LEASE_SLACK_MS)),
    plainArrayLiteral(endings.map(({ deliveryId }) => deliveryId)),
    plainArrayLiteral(endings.map(({ state }) => state)),
    plainArrayLiteral(endings.map(({ status }) => status)),
    arrayLiteral(endings.map(({ error }) => error)),
    plainArrayLiteral(endings.map(({ durationMs }) => durationMs)),
    plainArrayLiteral(endings.map(({ triedAt }) => triedAt?.toISOString() ?? null)),
  ]);
  return ended.length > 0;
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

/** The attempt has failed and the delivery waits for the next one. */
export async function noteFailure(
  tx: Transaction,
  deliveryId: string,
  failed: Pick<DeliveryRow, 'status' | 'error' | 'durationMs' | 'triedAt' | 'state'>,
): Promise<void> {
  await tx
    .update(deliveries)
    .set({ ...failed, attempts: sql`${deliveries.attempts} + 1` })
    .where(eq(deliveries.id, deliveryId));
}

const lockLeased = statement(`
  select from outgoing_webhook_lanes where webhook_id = $1::uuid and lease = $2::uuid order by stream_id for update`);

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

function leaseEnd(now: Date): string {
  return new Date(now.getTime() + LEASE_MS).toISOString();
}
