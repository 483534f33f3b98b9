import { DEFAULT_LIMITS, DEFAULT_QUOTAS, HIGHEST_LIMITS, REGISTRATIONS } from '@palaver/core';
import { RATE_LIMITS } from '../rate-limit/limits.js';
import {
  bytes,
  databaseUrl,
  folder,
  GB,
  hostName,
  httpUrl,
  MB,
  oneOf,
  origins,
  secret,
  trustedProxies,
  type ValueKind,
  wholeNumber,
} from './value-kinds.js';

/** The tables of docs/operations.md, in their order. */
export const GROUPS = [
  'Service',
  'Sessions and retention',
  'Sizes',
  'Rates',
  'Quotas',
  'Connections',
] as const;

/** A variable of the environment that the service reads. */
export interface Variable<Value, Standard extends string | null = string | null> {
  readonly group: (typeof GROUPS)[number];
  readonly kind: ValueKind<Value>;
  /** The value of a variable that is not set, in the notation of the environment; null: it has no value. */
  readonly standard: Standard;
  /** For docs/operations.md. */
  readonly meaning: string;
}

/** Infers the types of one row. */
function variable<Value, Standard extends string | null>(
  row: Variable<Value, Standard>,
): Variable<Value, Standard> {
  return row;
}

function quota(standard: number, meaning: string): Variable<number, string> {
  return { group: 'Quotas', kind: wholeNumber(1, 999_999_999), standard: String(standard), meaning };
}

function storage(standard: number, meaning: string): Variable<number, string> {
  return { group: 'Quotas', kind: bytes('GB', 0, 999_999), standard: String(standard / GB), meaning };
}

function size(limit: keyof typeof DEFAULT_LIMITS, meaning: string): Variable<number, string> {
  const kind = wholeNumber(1, HIGHEST_LIMITS[limit]);
  return { group: 'Sizes', kind, standard: String(DEFAULT_LIMITS[limit]), meaning };
}

function fileSize(limit: 'fileBytes' | 'avatarBytes', meaning: string): Variable<number, string> {
  const kind = bytes('MB', 0.001, HIGHEST_LIMITS[limit] / MB);
  return { group: 'Sizes', kind, standard: String(DEFAULT_LIMITS[limit] / MB), meaning };
}

function rate(standard: number, meaning: string): Variable<number, string> {
  return { group: 'Rates', kind: wholeNumber(1, 1_000_000), standard: String(standard), meaning };
}

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Everything that an operator can set. The tables of docs/operations.md are made of it. */
export const VARIABLES = {
  PORT: variable({
    group: 'Service',
    kind: wholeNumber(0, 65_535),
    standard: '3000',
    meaning: 'the port that the service listens on; 0 takes any free port',
  }),
  HOST: variable({
    group: 'Service',
    kind: hostName,
    standard: '127.0.0.1',
    meaning: 'the address that it listens on; `0.0.0.0` or `::` to accept connections from other machines',
  }),
  DATABASE_URL: variable({
    group: 'Service',
    kind: databaseUrl,
    standard: null,
    meaning: 'your own Postgres, 15 or newer; unset: an embedded Postgres in `DATA_DIR`',
  }),
  DATABASE_WAIT_SECONDS: variable({
    group: 'Service',
    kind: wholeNumber(0, 3_600),
    standard: '60',
    meaning: 'for how long a start waits for a Postgres that is away',
  }),
  DATA_DIR: variable({
    group: 'Service',
    kind: folder,
    standard: './data',
    meaning: 'uploaded files, and the embedded Postgres',
  }),
  TRUSTED_PROXIES: variable({
    group: 'Service',
    kind: trustedProxies,
    standard: '',
    meaning:
      'proxies whose `X-Forwarded-For`, `X-Real-IP`, `X-Forwarded-Proto`, `X-Request-Id` and `traceparent` are trusted',
  }),
  PUBLIC_URL: variable({
    group: 'Service',
    kind: httpUrl,
    standard: null,
    meaning:
      'the address that clients use, for the bot gateway, the check of `Origin`, and the OpenAPI and AsyncAPI documents; ' +
      'unset: where the service listens',
  }),
  CORS_ORIGINS: variable({
    group: 'Service',
    kind: origins,
    standard: '',
    meaning: 'origins whose pages may call the service and open WebSockets',
  }),
  REGISTRATION: variable({
    group: 'Service',
    kind: oneOf(REGISTRATIONS),
    standard: 'open',
    meaning:
      'who may register: everybody, who has an invite to a server, or nobody; admins of the service make accounts in any case',
  }),
  LOG_LEVEL: variable({
    group: 'Service',
    kind: oneOf(LOG_LEVELS),
    standard: 'info',
    meaning: 'the least important lines that are logged',
  }),

  METRICS_TOKEN: variable({
    group: 'Service',
    kind: secret,
    standard: null,
    meaning: 'the bearer token of `GET /metrics`; unset: there are no metrics',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable({
    group: 'Service',
    kind: httpUrl,
    standard: null,
    meaning: 'the collector that traces are sent to, as OTLP over HTTP; unset: there are no traces',
  }),

  SESSION_IDLE_DAYS: variable({
    group: 'Sessions and retention',
    kind: wholeNumber(1, 3650),
    standard: '30',
    meaning: 'a session ends after so many days without use',
  }),
  SESSION_MAX_DAYS: variable({
    group: 'Sessions and retention',
    kind: wholeNumber(1, 3650),
    standard: '180',
    meaning: 'a session ends at the latest so many days after it began',
  }),
  EVENT_RETENTION_DAYS: variable({
    group: 'Sessions and retention',
    kind: wholeNumber(1, 3650),
    standard: '7',
    meaning:
      'for how many days a cursor can resume (an older one gets `resync`) and an idempotency key is kept',
  }),

  UNCLAIMED_UPLOAD_HOURS: variable({
    group: 'Sessions and retention',
    kind: wholeNumber(1, HIGHEST_LIMITS.unclaimedHours),
    standard: String(DEFAULT_LIMITS.unclaimedHours),
    meaning: 'for how many hours an uploaded file is kept that no message carries',
  }),

  MESSAGE_MAX_CHARACTERS: size(
    'messageCharacters',
    'characters of a message; a JSON body may be as large as the largest message needs',
  ),
  MESSAGE_MAX_FILES: size('messageFiles', 'files of a message, and of one upload'),
  MESSAGE_MAX_REACTIONS: size('messageReactions', 'different emoji on a message'),
  FILE_MAX_MB: fileSize(
    'fileBytes',
    'megabytes (of 1,048,576 bytes) of an attached file; a proxy must let through that many for each file of an upload',
  ),
  AVATAR_MAX_MB: fileSize('avatarBytes', 'megabytes of the image that an avatar is made of'),

  RATE_PER_MINUTE: rate(RATE_LIMITS.global.perMinute, 'requests a minute of one client address'),
  RATE_BURST: rate(RATE_LIMITS.global.burst, 'requests of one client address at once'),
  RATE_AUTH_PER_MINUTE: rate(
    RATE_LIMITS.auth.perMinute,
    'the same for sign-in, registration, logout and the bot gateway, in addition',
  ),
  RATE_AUTH_BURST: rate(RATE_LIMITS.auth.burst, 'the same, at once'),

  QUOTA_SERVERS_OWNED: quota(DEFAULT_QUOTAS.serversOwned, 'servers that a person owns'),
  QUOTA_SERVERS_JOINED: quota(DEFAULT_QUOTAS.serversJoined, 'servers that a person is in'),
  QUOTA_DMS: quota(DEFAULT_QUOTAS.dms, 'direct messages that a person has started'),
  QUOTA_CHANNELS: quota(DEFAULT_QUOTAS.channelsPerServer, 'channels of a server'),
  QUOTA_GROUPS: quota(DEFAULT_QUOTAS.groupsPerServer, 'channel groups of a server'),
  QUOTA_INVITES: quota(DEFAULT_QUOTAS.invitesPerServer, 'usable invites of a server'),
  QUOTA_BOTS: quota(DEFAULT_QUOTAS.bots, 'bots of a person'),
  QUOTA_SESSIONS: quota(DEFAULT_QUOTAS.sessions, 'sessions of a person; beyond it the oldest ends'),
  QUOTA_SOCKETS: quota(DEFAULT_QUOTAS.sockets, 'sockets and event streams of a person'),
  QUOTA_STORED_GB_PER_PERSON: storage(
    DEFAULT_QUOTAS.storedBytesPerPerson,
    'gigabytes of uploaded files of a person',
  ),
  QUOTA_STORED_GB: storage(DEFAULT_QUOTAS.storedBytes, 'gigabytes of all uploaded files'),
  DISK_FREE_GB: storage(
    DEFAULT_QUOTAS.freeBytesKept,
    'gigabytes of the disk that uploads leave free for Postgres',
  ),

  CONNECTIONS_MAX: variable({
    group: 'Connections',
    kind: wholeNumber(1, 1_000_000),
    standard: '20000',
    meaning: 'open connections in all',
  }),
  CONNECTIONS_PER_ADDRESS: variable({
    group: 'Connections',
    kind: wholeNumber(1, 1_000_000),
    standard: '2000',
    meaning:
      'open connections of one TCP address that is no trusted proxy: an office behind one address has a few for each person',
  }),
  REQUESTS_PER_ADDRESS: variable({
    group: 'Connections',
    kind: wholeNumber(1, 1_000_000),
    standard: '60',
    meaning: 'requests of one client address that are not answered yet; one more gets 429',
  }),
  HEADERS_TIMEOUT_SECONDS: variable({
    group: 'Connections',
    kind: wholeNumber(1, 3_600),
    standard: '10',
    meaning: 'how long the headers may take to arrive (408)',
  }),
  REQUEST_TIMEOUT_SECONDS: variable({
    group: 'Connections',
    kind: wholeNumber(1, 86_400),
    standard: '300',
    meaning: 'how long the whole request with its body may take to arrive (408)',
  }),
  KEEP_ALIVE_SECONDS: variable({
    group: 'Connections',
    kind: wholeNumber(1, 3_600),
    standard: '65',
    meaning:
      "how long a connection stays open without a request; longer than a proxy's own time, or the proxy meets closed connections",
  }),
} as const satisfies Readonly<Record<string, Variable<unknown>>>;

/** The value of each variable. */
export type Values = {
  readonly [Name in keyof typeof VARIABLES]: (typeof VARIABLES)[Name] extends Variable<
    infer Value,
    infer Standard
  >
    ? Value | (null extends Standard ? null : never)
    : never;
};
