import { arrayLiteral, newId, plainArrayLiteral, statement, type Transaction } from '@palaver/db';
import type { Stream } from '../log/streams.js';

/** An enabled webhook that hears of a stream. */
export interface Subscriber {
  readonly streamId: string;
  readonly webhookId: string;
  readonly eventTypes: readonly string[];
  readonly channelIds: readonly string[] | null;
  /** Earlier events are not for it. */
  readonly enabledAt: Date;
  /** Whether the stream is of a private channel. */
  readonly isPrivate: boolean;
}

interface SubscriberRow {
  readonly stream_id: string;
  readonly webhook_id: string;
  readonly event_types: readonly string[];
  readonly channel_ids: readonly string[] | null;
  readonly enabled_at: number;
  readonly is_private: boolean;
}

const find = statement<SubscriberRow>(`
  select stream.id as stream_id, webhook.id as webhook_id, to_json(webhook.event_types) as event_types,
    webhook.channel_ids, (extract(epoch from webhook.enabled_at) * 1000)::float8 as enabled_at, stream.is_private
  from (
    select channel.id, channel.server_id, channel.is_private from channels channel
    where channel.id = any($1::text::uuid[])
    union all
    select server.id, server.id, false from servers server where server.id = any($1::text::uuid[])
  ) stream
  join outgoing_webhooks webhook on webhook.server_id = stream.server_id and webhook.enabled
  order by webhook.id for key share of webhook`);

/** The webhooks that hear of some streams. None of them is deleted until the transaction ends. */
export async function findSubscribers(tx: Transaction, streams: readonly Stream[]): Promise<Subscriber[]> {
  const rows = await find(tx, [plainArrayLiteral(streams.map(({ id }) => id))]);
  return rows.map((row) => ({
    streamId: row.stream_id,
    webhookId: row.webhook_id,
    eventTypes: row.event_types,
    channelIds: row.channel_ids,
    enabledAt: new Date(row.enabled_at),
    isPrivate: row.is_private,
  }));
}

const hear = statement<{ id: string }>(`
  select channel.id from channels channel where channel.id = any($1::text::uuid[]) and exists (
    select from outgoing_webhooks webhook where webhook.server_id = channel.server_id and webhook.enabled)
  union all
  select webhook.server_id from outgoing_webhooks webhook
  where webhook.server_id = any($1::text::uuid[]) and webhook.enabled`);

/** The streams of servers that have an enabled webhook. */
export async function findHeard(tx: Transaction, streams: readonly Stream[]): Promise<ReadonlySet<string>> {
  const rows = await hear(tx, [plainArrayLiteral(streams.map(({ id }) => id))]);
  return new Set(rows.map(({ id }) => id));
}

/** An event that a webhook is to get. */
export interface NewDelivery {
  readonly webhookId: string;
  readonly streamId: string;
  readonly seq: number;
  readonly eventType: string;
  readonly channelId: string | null;
}

const insert = statement(`
  insert into outgoing_webhook_deliveries
    (id, webhook_id, stream_id, seq, event_type, channel_id, created_at, queued_at)
  select fresh.*, $7::timestamptz, $7::timestamptz
  from unnest($1::text::uuid[], $2::text::uuid[], $3::text::uuid[], $4::text::bigint[], $5::text::text[], $6::text::uuid[]) fresh
  on conflict do nothing`);

/** In the order of their keys, so that no two transactions wait for each other. A lane that is there is locked, and not written. */
const open = statement(`
  insert into outgoing_webhook_lanes as lane (webhook_id, stream_id, next_try_at)
  select asked.webhook_id, asked.stream_id, $3::timestamptz
  from unnest($1::text::uuid[], $2::text::uuid[]) asked (webhook_id, stream_id)
  order by 1, 2
  on conflict (webhook_id, stream_id) do update set next_try_at = lane.next_try_at where false`);

/** Few enough that one statement ends well within its time limit. */
const ROWS_MAX = 2_000;

/**
 * Queues deliveries, each once, with the lanes that they wait in. A lane that waits for its next attempt goes on waiting. The lanes
 * come last, as whoever leaves one waits for them until the transaction ends.
 */
export async function insertDeliveries(
  tx: Transaction,
  deliveries: readonly NewDelivery[],
  now: Date,
): Promise<void> {
  for (let from = 0; from < deliveries.length; from += ROWS_MAX)
    await insertSome(tx, deliveries.slice(from, from + ROWS_MAX), now);
  const lanes = new Map(deliveries.map((one) => [`${one.webhookId} ${one.streamId}`, one]));
  if (lanes.size > 0) await open(tx, [...keysOf([...lanes.values()]), now.toISOString()]);
}

async function insertSome(tx: Transaction, deliveries: readonly NewDelivery[], now: Date): Promise<void> {
  await insert(tx, [
    plainArrayLiteral(deliveries.map(() => newId())),
    ...keysOf(deliveries),
    plainArrayLiteral(deliveries.map(({ seq }) => seq)),
    arrayLiteral(deliveries.map(({ eventType }) => eventType)),
    plainArrayLiteral(deliveries.map(({ channelId }) => channelId)),
    now.toISOString(),
  ]);
}

function keysOf(deliveries: readonly NewDelivery[]): [webhookIds: string, streamIds: string] {
  return [
    plainArrayLiteral(deliveries.map(({ webhookId }) => webhookId)),
    plainArrayLiteral(deliveries.map(({ streamId }) => streamId)),
  ];
}
