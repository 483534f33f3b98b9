import type {
  BeforeSendMeasures,
  BusMeasures,
  ConsumerMeasures,
  EndpointMeasures,
  HubMeasures,
  MailMeasures,
  PostQueueMeasures,
  RunningServices,
  ScheduledMeasures,
  WebhookMeasures,
} from '@palaver/core';
import type { PoolCounts } from '@palaver/db';
import type { Readiness } from './readiness.js';

/** The numbers of the service at one instant. */
export interface Measures {
  readonly version: string;
  readonly readiness: Readiness;
  /** Open TCP connections. */
  readonly connections: number;
  readonly connectionsRefused: number;
  readonly requestsRefused: Readonly<Record<'global' | 'auth' | 'under_way', number>>;
  readonly rateLimitBuckets: Readonly<Record<'global' | 'auth', number>>;
  readonly limitedAlone: number;
  readonly sockets: number;
  readonly hub: HubMeasures;
  readonly deliveries: RunningServices['hub']['counts'];
  readonly bus: BusMeasures;
  readonly otherNodes: number;
  readonly posts: PostQueueMeasures;
  readonly consumers: readonly ConsumerMeasures[];
  /** Null: mail is off. */
  readonly mails: MailMeasures | null;
  readonly scheduled: ScheduledMeasures;
  /** Null: there is no hook. */
  readonly beforeSend: BeforeSendMeasures | null;
  /** Null: this node sends nothing to webhooks. */
  readonly webhooks: WebhookMeasures | null;
  readonly endpoints: EndpointMeasures | null;
  readonly passwordsWaiting: number;
  readonly uploadsUnderWay: number;
  readonly pool: PoolCounts;
  readonly poolMax: number;
  /** Null: Postgres is not run by this service. */
  readonly postgresRestarts: number | null;
  readonly diskKeptBytes: number;
}

/** A number, or one for each value of a label; null for none. */
type Reading = number | null | Readonly<Record<string, number>>;

/** One metric of the service itself, beside those of requests. */
export interface Metric {
  readonly name: `palaver_${string}`;
  readonly type: 'counter' | 'gauge';
  /** The name of the label whose values are the keys of the reading. */
  readonly label?: string;
  /** For the line `# HELP` and docs/operations.md. */
  readonly help: string;
  readonly read: (measures: Measures) => Reading;
}

/** In the order of docs/operations.md. */
export const METRICS: readonly Metric[] = [
  {
    name: 'palaver_info',
    type: 'gauge',
    label: 'version',
    help: 'Always 1; the label has the version of the service',
    read: ({ version }) => ({ [version]: 1 }),
  },
  {
    name: 'palaver_ready',
    type: 'gauge',
    label: 'check',
    help: 'Whether a check of /ready passes, 1 or 0',
    read: ({ readiness }) => ({ database: Number(readiness.database), disk: Number(readiness.disk) }),
  },
  {
    name: 'palaver_requests_refused_total',
    type: 'counter',
    label: 'limiter',
    help: 'Requests and upgrades that got 429, by the limiter that refused them',
    read: ({ requestsRefused }) => requestsRefused,
  },
  {
    name: 'palaver_rate_limit_buckets',
    type: 'gauge',
    label: 'limiter',
    help: 'Addresses whose token bucket is not full',
    read: ({ rateLimitBuckets }) => rateLimitBuckets,
  },
  {
    name: 'palaver_rate_limited_alone_total',
    type: 'counter',
    help: 'Requests that this node let pass or refused by its own count, because the buckets that the nodes share did not answer in time',
    read: ({ limitedAlone }) => limitedAlone,
  },
  {
    name: 'palaver_connections',
    type: 'gauge',
    help: 'Open TCP connections, those of WebSockets included',
    read: ({ connections }) => connections,
  },
  {
    name: 'palaver_connections_refused_total',
    type: 'counter',
    help: 'TCP connections that were closed at once because of CONNECTIONS_MAX or CONNECTIONS_PER_ADDRESS',
    read: ({ connectionsRefused }) => connectionsRefused,
  },
  {
    name: 'palaver_sockets',
    type: 'gauge',
    help: 'Open WebSockets',
    read: ({ sockets }) => sockets,
  },
  {
    name: 'palaver_event_streams',
    type: 'gauge',
    help: 'Open streams of events: WebSockets that are signed in, native subscriptions and server-sent events',
    read: ({ hub }) => hub.feeds,
  },
  {
    name: 'palaver_event_streams_ended_total',
    type: 'counter',
    label: 'reason',
    help: 'Streams of events that have ended; overflow is a client that read too slowly',
    read: ({ deliveries }) => ({ ...deliveries.endings }),
  },
  {
    name: 'palaver_events_total',
    type: 'counter',
    help: 'Events that this process has committed to the log',
    read: ({ bus }) => bus.events,
  },
  {
    name: 'palaver_deliveries_total',
    type: 'counter',
    label: 'source',
    help: 'Frames that were handed to streams of events: live as they happened, replayed from the log after a cursor',
    read: ({ deliveries }) => ({ live: deliveries.live, replayed: deliveries.replayed }),
  },
  {
    name: 'palaver_replayed_bytes_total',
    type: 'counter',
    help: 'Bytes of the frames that were replayed',
    read: ({ deliveries }) => deliveries.replayedBytes,
  },
  {
    name: 'palaver_replaying_persons',
    type: 'gauge',
    help: 'Persons whose budget of replayed bytes is not full',
    read: ({ hub }) => hub.replayingPersons,
  },
  {
    name: 'palaver_followed_streams',
    type: 'gauge',
    help: 'Streams of the log that have a subscriber in this process',
    read: ({ hub }) => hub.followedStreams,
  },
  {
    name: 'palaver_log_lag_events',
    type: 'gauge',
    help: 'Of the followed stream that is furthest behind: events in the log that its subscribers have not received',
    read: ({ hub }) => hub.lagEvents,
  },
  {
    name: 'palaver_log_lag_seconds',
    type: 'gauge',
    help: 'Time since the followed streams were last compared with the log, about 1 when all is well; 0 without connections',
    read: ({ hub }) => hub.lagSeconds,
  },
  {
    name: 'palaver_other_nodes',
    type: 'gauge',
    help: 'Other nodes on the same database that live, as this one knows them',
    read: ({ otherNodes }) => otherNodes,
  },
  {
    name: 'palaver_bus_connected',
    type: 'gauge',
    help: 'Whether what this node sends to the others comes back to it, 1 or 0; 0 while there is no other node; absent without DATABASE_URL',
    read: ({ bus: { shared } }) => shared && Number(shared.isConnected),
  },
  {
    name: 'palaver_bus_messages_total',
    type: 'counter',
    label: 'direction',
    help: 'Messages between this node and the others; dropped is not sent, or not certain to be sent; absent without DATABASE_URL',
    read: ({ bus: { shared } }) =>
      shared && { sent: shared.sent, received: shared.received, dropped: shared.dropped },
  },
  {
    name: 'palaver_bus_gaps_total',
    type: 'counter',
    help: 'How often messages of another node were missing, and the log was read at once; absent without DATABASE_URL',
    read: ({ bus: { shared } }) => shared?.gaps ?? null,
  },
  {
    name: 'palaver_bus_reconnects_total',
    type: 'counter',
    help: 'How often the connection of the bus was opened again; absent without DATABASE_URL',
    read: ({ bus: { shared } }) => shared?.reconnects ?? null,
  },
  {
    name: 'palaver_queue_depth',
    type: 'gauge',
    label: 'queue',
    help: 'What waits: posts for the next commit or for readers that are behind, passwords for a core, queries for a connection of the pool',
    read: ({ posts, passwordsWaiting, pool }) => ({
      posts: posts.waiting,
      passwords: passwordsWaiting,
      queries: pool.waiting,
    }),
  },
  {
    name: 'palaver_post_batches_total',
    type: 'counter',
    help: 'Commits of posts; one commit has up to 128 posts',
    read: ({ posts }) => posts.batches,
  },
  {
    name: 'palaver_post_channel_queues',
    type: 'gauge',
    help: 'Channels whose posts wait for the lock of their log',
    read: ({ posts }) => posts.channels,
  },
  {
    name: 'palaver_consumer_lag_seconds',
    type: 'gauge',
    label: 'consumer',
    help: 'For how long the first event has waited for a consumer of the log, as far as this node knows',
    read: ({ consumers }) => byName(consumers, ({ lagSeconds }) => lagSeconds),
  },
  {
    name: 'palaver_consumer_waiting_streams',
    type: 'gauge',
    label: 'consumer',
    help: 'Streams with events that wait for a consumer of the log',
    read: ({ consumers }) => byName(consumers, ({ waiting }) => waiting),
  },
  {
    name: 'palaver_consumer_events_total',
    type: 'counter',
    label: 'consumer',
    help: 'Events that a consumer of the log has taken on this node',
    read: ({ consumers }) => byName(consumers, ({ events }) => events),
  },
  {
    name: 'palaver_consumer_lost_events_total',
    type: 'counter',
    label: 'consumer',
    help: 'Events that the log had no more when a consumer came to them',
    read: ({ consumers }) => byName(consumers, ({ lost }) => lost),
  },
  {
    name: 'palaver_mails_sent_total',
    type: 'counter',
    label: 'kind',
    help: 'Mails that the mail server has taken over; absent without SMTP_URL',
    read: ({ mails }) => mails && { ...mails.sent },
  },
  {
    name: 'palaver_mails_failed_total',
    type: 'counter',
    label: 'kind',
    help: 'Attempts to send a mail that have failed; most mails are tried again; absent without SMTP_URL',
    read: ({ mails }) => mails && { ...mails.failed },
  },
  {
    name: 'palaver_digest_lag_seconds',
    type: 'gauge',
    help: 'For how long the digest that this node looked at last had been due, 0 when none was; it grows while the outbox is half full; absent without SMTP_URL',
    read: ({ mails }) => mails?.digestLagSeconds ?? null,
  },
  {
    name: 'palaver_scheduled_messages_late_seconds',
    type: 'gauge',
    help: 'For how long the oldest scheduled message that is due has not been sent, when this node last looked',
    read: ({ scheduled }) => scheduled.lateSeconds,
  },
  {
    name: 'palaver_scheduled_messages_total',
    type: 'counter',
    label: 'outcome',
    help: 'Scheduled messages that this node has sent, and those that it could not send',
    read: ({ scheduled: { sent, failed } }) => ({ sent, failed }),
  },
  {
    name: 'palaver_before_send_total',
    type: 'counter',
    label: 'outcome',
    help: 'Messages by what the before-send hook said; failed is no usable answer, skipped is not asked because it is away; absent without BEFORE_SEND_URL',
    read: ({ beforeSend }) => beforeSend && { ...beforeSend.outcomes },
  },
  {
    name: 'palaver_before_send_failures_total',
    type: 'counter',
    label: 'reason',
    help: 'Questions without a usable answer: none in time, no connection, another status than 2xx, not an answer; absent without BEFORE_SEND_URL',
    read: ({ beforeSend }) => beforeSend && { ...beforeSend.failures },
  },
  {
    name: 'palaver_before_send_seconds_total',
    type: 'counter',
    help: 'For how long messages have waited for the before-send hook, in all; absent without BEFORE_SEND_URL',
    read: ({ beforeSend }) => beforeSend?.seconds ?? null,
  },
  {
    name: 'palaver_before_send_away',
    type: 'gauge',
    help: 'Whether the before-send hook is taken to be away, 1 or 0: it is asked once a second; absent without BEFORE_SEND_URL',
    read: ({ beforeSend }) => beforeSend && Number(beforeSend.isAway),
  },
  {
    name: 'palaver_webhook_deliveries_total',
    type: 'counter',
    label: 'outcome',
    help: 'Calls of outgoing webhooks by what became of them; given_up are deliveries after 72 hours, dropped those that were not sent because they may not be read or are gone',
    read: ({ webhooks }) => webhooks && { ...webhooks.outcomes },
  },
  {
    name: 'palaver_webhooks_disabled_total',
    type: 'counter',
    help: 'Outgoing webhooks that this node has disabled because they failed, are gone or have no admin',
    read: ({ webhooks }) => webhooks?.disabled ?? null,
  },
  {
    name: 'palaver_webhook_calls',
    type: 'gauge',
    help: 'Calls of outgoing webhooks under way, at most 64',
    read: ({ webhooks }) => webhooks?.underWay ?? null,
  },
  {
    name: 'palaver_webhook_waiting',
    type: 'gauge',
    help: 'Deliveries to outgoing webhooks that wait, those for a retry included, of all nodes; counted up to 100,000, every 15 seconds',
    read: ({ webhooks }) => webhooks?.queue.waiting ?? null,
  },
  {
    name: 'palaver_webhook_late_seconds',
    type: 'gauge',
    help: 'For how long the delivery that is due for longest has not been tried, of all nodes, when this node last looked',
    read: ({ webhooks }) => webhooks?.queue.lateSeconds ?? null,
  },
  {
    name: 'palaver_bot_calls_total',
    type: 'counter',
    label: 'outcome',
    help: 'Calls of the endpoints of bots by what became of them: taken without an answer, answered, failed, or with an answer that could not be used',
    read: ({ endpoints }) => endpoints && { ...endpoints.outcomes },
  },
  {
    name: 'palaver_bot_calls',
    type: 'gauge',
    help: 'Calls of the endpoints of bots under way, at most 64',
    read: ({ endpoints }) => endpoints?.underWay ?? null,
  },
  {
    name: 'palaver_uploads',
    type: 'gauge',
    help: 'Uploads under way',
    read: ({ uploadsUnderWay }) => uploadsUnderWay,
  },
  {
    name: 'palaver_database_connections',
    type: 'gauge',
    label: 'state',
    help: 'Connections of the pool by what they do',
    read: ({ pool: { idle, busy, opening } }) => ({ idle, busy, opening }),
  },
  {
    name: 'palaver_database_connections_max',
    type: 'gauge',
    help: 'Connections that the pool may have',
    read: ({ poolMax }) => poolMax,
  },
  {
    name: 'palaver_postgres_restarts_total',
    type: 'counter',
    help: 'How often the embedded Postgres has died and was started again; absent with DATABASE_URL',
    read: ({ postgresRestarts }) => postgresRestarts,
  },
  {
    name: 'palaver_disk_free_bytes',
    type: 'gauge',
    help: 'Free bytes of the disk of DATA_DIR; absent when the check of the disk fails',
    read: ({ readiness }) => readiness.diskFreeBytes,
  },
  {
    name: 'palaver_disk_kept_bytes',
    type: 'gauge',
    help: 'Below this many free bytes uploads are refused (DISK_FREE_GB)',
    read: ({ diskKeptBytes }) => diskKeptBytes,
  },
];

function byName(
  consumers: readonly ConsumerMeasures[],
  read: (measures: ConsumerMeasures) => number,
): Readonly<Record<string, number>> {
  return Object.fromEntries(consumers.map((measures) => [measures.name, read(measures)]));
}
