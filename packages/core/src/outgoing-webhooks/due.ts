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
import { LEASE_SLACK_MS } from './bounds.js';
import { type Lease, leaseEnd } from './lanes.js';
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

/** A delivery of a lane whose turn comes next, with all that decides whether and how it is sent. */
export interface Due {
  readonly delivery: DeliveryRow;
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
