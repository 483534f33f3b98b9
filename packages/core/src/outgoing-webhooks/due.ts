import {
  arrayLiteral,
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
import { LEASE_SLACK_MS, READ_AHEAD_FIRST } from './bounds.js';
import { COMMITS_LATER, type Lease, leaseEnd } from './lanes.js';
import type { DeliveryRow, WebhookRow } from './record.js';

const {
  outgoingWebhookDeliveries: deliveries,
  outgoingWebhooks: webhooks,
  serverMembers,
  servers,
  users,
} = tables;

/** A delivery of a lane whose turn comes next, with all that decides whether and how it is sent. */
export interface Due {
  readonly delivery: Pick<
    DeliveryRow,
    'id' | 'streamId' | 'eventType' | 'channelId' | 'attempts' | 'createdAt' | 'queuedAt'
  >;
  /** The same object for all that are read together. */
  readonly webhook: WebhookRow;
  /** The role of the person who manages the webhook; null when they are not in the server. */
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

/** The webhook, where it and its server have not ended, and what decides whether anything of it is sent. */
const manager = prepared((q) =>
  q
    .select({
      webhook: webhooks,
      role: serverMembers.role,
      isActive: sql<boolean>`${users.deactivatedAt} is null and ${users.deletedAt} is null`,
    })
    .from(webhooks)
    .innerJoin(servers, and(eq(servers.id, webhooks.serverId), isNull(servers.deletedAt)))
    .innerJoin(users, eq(users.id, webhooks.userId))
    .leftJoin(
      serverMembers,
      and(eq(serverMembers.serverId, webhooks.serverId), eq(serverMembers.userId, webhooks.userId)),
    )
    .where(and(eq(webhooks.id, sql.placeholder('webhook')), eq(webhooks.enabled, sql`true`)))
    .prepare('outgoing_webhooks_manager'),
);

interface NextRow {
  readonly id: string;
  readonly stream_id: string;
  readonly event_type: string;
  readonly channel_id: string | null;
  readonly attempts: number;
  readonly created_at: number;
  readonly queued_at: number;
  readonly is_readable: boolean;
  readonly is_private: boolean;
  readonly frame: string | null;
  readonly at: number | null;
}

const milliseconds = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;

/**
 * Of each lane those whose turn comes next, one of each lane after the other, beginning behind the lane that had its turn. What
 * decides about a channel is read once for all of its deliveries. The state is a text, so that the plan of every call can use the
 * index of what waits; `limit` keeps each part a look-up, whatever the planner knows of the tables.
 */
const next = statement<NextRow>(`
  with held as materialized (
    select stream_id, count(*) over () as lanes from outgoing_webhook_lanes where webhook_id = $1::uuid and lease = $2::uuid
  ), chosen as materialized (
    select waiting.id, waiting.turn, held.stream_id from held cross join lateral (
      select delivery.id, row_number() over (order by delivery.seq, delivery.id) as turn
      from outgoing_webhook_deliveries delivery
      where delivery.webhook_id = $1::uuid and delivery.stream_id = held.stream_id and delivery.state = 'waiting'
      order by delivery.seq, delivery.id limit greatest($3::text::int / held.lanes, ${READ_AHEAD_FIRST})
    ) waiting
    order by waiting.turn, held.stream_id <= $4::uuid, held.stream_id limit $3::text::int
  ), due as materialized (
    select delivery.*, chosen.turn from chosen join outgoing_webhook_deliveries delivery on delivery.id = chosen.id
  ), seen as materialized (
    select channel.* from (select distinct channel_id from due) asked cross join lateral (
      select id, is_private, ${isReadable('asked.channel_id', '$5::uuid')} as is_readable
      from channels where id = asked.channel_id limit 1
    ) channel
  )
  select due.id, due.stream_id, due.event_type, due.channel_id, due.attempts, ${milliseconds('due.created_at')} as created_at,
    ${milliseconds('due.queued_at')} as queued_at, coalesce(seen.is_readable, due.channel_id is null) as is_readable,
    coalesce(seen.is_private, false) as is_private, event.frame, event.at
  from due left join seen on seen.id = due.channel_id left join lateral (
    select frame, ${milliseconds('created_at')} as at from events
    where events.stream_id = due.stream_id and events.seq = due.seq limit 1
  ) event on true
  order by due.turn, due.stream_id <= $4::uuid, due.stream_id`);

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * At most `limit` deliveries, in the order of each lane; the lane `after` which the last one was sent comes last. None where nothing
 * waits, where the webhook or its server has ended, and where another node has the lanes.
 */
export async function nextDeliveries(
  q: Queryable,
  { webhookId, lease }: Lease,
  { limit, after = FIRST_ID }: { readonly limit: number; readonly after: string | undefined },
): Promise<Due[]> {
  const [of] = await manager(q).execute({ webhook: webhookId });
  if (!of) return [];
  const rows = await next(q, [webhookId, lease, String(limit), after, of.webhook.userId]);
  return rows.map((row) => dueOf(row, of));
}

function dueOf(row: NextRow, { webhook, role, isActive }: Pick<Due, 'webhook' | 'role' | 'isActive'>): Due {
  return {
    delivery: {
      id: row.id,
      streamId: row.stream_id,
      eventType: row.event_type,
      channelId: row.channel_id,
      attempts: row.attempts,
      createdAt: new Date(row.created_at),
      queuedAt: new Date(row.queued_at),
    },
    webhook,
    role,
    isActive,
    isReadable: row.is_readable,
    isPrivate: row.is_private,
    event: row.frame === null || row.at === null ? null : { frame: row.frame, at: row.at },
  };
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
  where delivery.id = ended.id and delivery.webhook_id = $1::uuid and delivery.stream_id = held.stream_id and ${COMMITS_LATER}
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
