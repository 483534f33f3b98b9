import type { HubMeasures, PostQueueMeasures, RunningServices } from '@palaver/core';
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
  readonly sockets: number;
  readonly hub: HubMeasures;
  readonly deliveries: RunningServices['hub']['counts'];
  readonly posts: PostQueueMeasures;
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
    read: ({ deliveries }) => deliveries.events,
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
    name: 'palaver_queue_depth',
    type: 'gauge',
    label: 'queue',
    help: 'What waits: posts for the next commit, passwords for a core, queries for a connection of the pool',
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
    name: 'palaver_post_lanes',
    type: 'gauge',
    help: 'Channels whose posts wait for the lock of their log',
    read: ({ posts }) => posts.lanes,
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
    help: 'Below so many free bytes uploads are refused (DISK_FREE_GB)',
    read: ({ diskKeptBytes }) => diskKeptBytes,
  },
];
