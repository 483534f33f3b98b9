import {
  DEFAULT_LIMITS,
  HIGHEST_LIMITS,
  QUOTAS,
  type QuotaName,
  REGISTRATIONS,
} from '@palaver/core/configuration';
import { RATE_LIMITS } from '../rate-limit/limits.js';
import { databaseUrl, hookUrl, httpUrl, redisUrl, smtpUrl } from './address-kinds.js';
import { identityFile } from './identity-file.js';
import {
  anySecret,
  anyText,
  bucketName,
  bytes,
  folder,
  GB,
  hostName,
  MB,
  mailSender,
  networks,
  objectPrefix,
  oneOf,
  origins,
  secret,
  secretKey,
  trustedProxies,
  type ValueKind,
  webhookSecret,
  wholeNumber,
  workers,
} from './value-kinds.js';

/** The tables of docs/operations.md, in their order. */
export const GROUPS = [
  'Service',
  'Sessions and retention',
  'Sizes',
  'Rates',
  'Quotas',
  'Connections',
  'Hook and e-mail',
  'Several nodes',
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

type QuotaVariables = {
  readonly [Name in QuotaName as (typeof QUOTAS)[Name]['variable']]: Variable<number, string>;
};

/** A variable for each quota. */
const QUOTA_VARIABLES = Object.fromEntries(
  Object.values(QUOTAS).map((row) => {
    const { variable: name, standard, says: meaning } = row;
    const isBytes = 'isBytes' in row;
    const kind = isBytes ? bytes('GB', 0, 999_999) : wholeNumber(1, 'most' in row ? row.most : 999_999_999);
    const shown = String(isBytes ? standard / GB : standard);
    return [name, variable({ group: 'Quotas', kind, standard: shown, meaning })];
  }),
  // The keys are the names in the table.
) as QuotaVariables;

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
  SECRET_KEY: variable({
    group: 'Service',
    kind: secretKey,
    standard: null,
    meaning:
      'the key that secrets in the database are sealed under, the same on all nodes; unset: the one in `DATA_DIR/secret-key`, ' +
      'which the first start makes',
  }),
  SECRET_KEY_PREVIOUS: variable({
    group: 'Service',
    kind: secretKey,
    standard: null,
    meaning:
      'the key before, while `SECRET_KEY` is changed: what is sealed under it is read, and sealed again under the new one ([rotating-secrets.md](rotating-secrets.md#secret_key))',
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
    standard: null,
    meaning:
      'who may register: everybody, who has an invite to a server, or nobody; admins of the service make accounts in any case; ' +
      'unset: `invite` where `PUBLIC_URL` is a public host, else `open`',
  }),
  ALLOW_ROOT: variable({
    group: 'Service',
    kind: oneOf(['false', 'true']),
    standard: 'false',
    meaning: 'whether the service may run as root where `PUBLIC_URL` is a public host',
  }),
  IDENTITY_FILE: variable({
    group: 'Service',
    kind: identityFile,
    standard: null,
    meaning:
      'a JSON file with the providers that people sign in with ([identity.md](identity.md)), read at the start; unset: there are none',
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
    meaning: 'a session ends after this many days without use',
  }),
  SESSION_MAX_DAYS: variable({
    group: 'Sessions and retention',
    kind: wholeNumber(1, 3650),
    standard: '180',
    meaning: 'a session ends at the latest this many days after it began',
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
  MESSAGE_MAX_EDITS: size(
    'messageEdits',
    'earlier texts of a message that are kept; beyond it the oldest goes',
  ),
  FILE_MAX_MB: fileSize(
    'fileBytes',
    'megabytes (of 1,048,576 bytes) of an attached file; a proxy must let through that many for each file of an upload',
  ),
  KEEP_PHOTO_POSITIONS: variable({
    group: 'Sizes',
    kind: oneOf(['false', 'true']),
    standard: 'false',
    meaning:
      'whether attached photos keep the place where they were taken, which is in their Exif and XMP ([reference.md](reference.md#files-and-avatars))',
  }),
  AVATAR_MAX_MB: fileSize(
    'avatarBytes',
    'megabytes of the image that an avatar, the icon of a server or an emoji is made of',
  ),

  RATE_PER_MINUTE: rate(RATE_LIMITS.global.perMinute, 'requests a minute of one client address'),
  RATE_BURST: rate(RATE_LIMITS.global.burst, 'requests of one client address at once'),
  RATE_AUTH_PER_MINUTE: rate(
    RATE_LIMITS.auth.perMinute,
    'the same for sign-in, registration, logout and the bot gateway, in addition',
  ),
  RATE_AUTH_BURST: rate(RATE_LIMITS.auth.burst, 'the same, at once'),

  ...QUOTA_VARIABLES,

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

  BEFORE_SEND_URL: variable({
    group: 'Hook and e-mail',
    kind: hookUrl,
    standard: null,
    meaning:
      'the hook that is asked before each message is posted or edited ([identity.md](identity.md#the-before-send-hook)); unset: nothing is asked',
  }),
  BEFORE_SEND_SECRET: variable({
    group: 'Hook and e-mail',
    kind: webhookSecret,
    standard: null,
    meaning: 'the key that the calls of the hook are signed with',
  }),
  BEFORE_SEND_SECRET_PREVIOUS: variable({
    group: 'Hook and e-mail',
    kind: webhookSecret,
    standard: null,
    meaning:
      'the key before, which signs the calls as well while the hook is given the new one ([rotating-secrets.md](rotating-secrets.md#before_send_secret))',
  }),
  BEFORE_SEND_ON_FAILURE: variable({
    group: 'Hook and e-mail',
    kind: oneOf(['accept', 'refuse']),
    standard: 'accept',
    meaning: 'what becomes of a message about which the hook gives no usable answer within 500 ms',
  }),
  WEBHOOK_PRIVATE_NETWORKS: variable({
    group: 'Hook and e-mail',
    kind: networks,
    standard: '',
    meaning:
      'networks that are not public and that outgoing webhooks may call all the same, by `http:` as well ([webhooks.md](webhooks.md#where-nothing-is-sent)); unset: public addresses alone, by `https:`',
  }),
  SMTP_URL: variable({
    group: 'Hook and e-mail',
    kind: smtpUrl,
    standard: null,
    meaning:
      'the server that takes mails; with `smtp:` TLS is used where the server offers it, and required with a password; unset: no mail is sent ([notifications.md](notifications.md#e-mail))',
  }),
  MAIL_FROM: variable({
    group: 'Hook and e-mail',
    kind: mailSender,
    standard: null,
    meaning: 'the sender of all mails',
  }),
  MAIL_PAGES_URL: variable({
    group: 'Hook and e-mail',
    kind: httpUrl,
    standard: null,
    meaning:
      'where the pages are that links in mails lead to: `/verify-email` and `/reset-password` with the query `token`, and `/message` with `channelId` and `messageId`; unset: pages of the service below `PUBLIC_URL`',
  }),

  DATABASE_POOL: variable({
    group: 'Several nodes',
    kind: wholeNumber(4, 1_000),
    standard: '20',
    meaning:
      'connections of one node to Postgres, and two more, with `DATABASE_URL` seven; its `max_connections` must have room for those of all nodes',
  }),
  REDIS_URL: variable({
    group: 'Several nodes',
    kind: redisUrl,
    standard: null,
    meaning:
      'Redis 7 or Valkey that all nodes share; it sees messages, so it needs a password and, beyond one machine, TLS (`rediss://`); unset: Postgres does its work',
  }),
  WORKERS: variable({
    group: 'Several nodes',
    kind: workers,
    standard: '1',
    meaning:
      'processes that serve on this machine; `auto`: one for each core. Each is a node, with a pool and limits of connections of its own',
  }),
  S3_BUCKET: variable({
    group: 'Several nodes',
    kind: bucketName,
    standard: null,
    meaning:
      'the bucket that keeps the files, in any store that speaks S3; unset: `DATA_DIR/files` keeps them',
  }),
  S3_ENDPOINT: variable({
    group: 'Several nodes',
    kind: httpUrl,
    standard: null,
    meaning: 'the address of the store; unset: AWS, by the region',
  }),
  S3_REGION: variable({
    group: 'Several nodes',
    kind: hostName,
    standard: 'us-east-1',
    meaning: 'the region of the bucket; stores other than AWS mostly take any',
  }),
  S3_PREFIX: variable({
    group: 'Several nodes',
    kind: objectPrefix,
    standard: null,
    meaning: 'what the names of all objects begin with, for a bucket that has other things too',
  }),
  S3_ACCESS_KEY_ID: variable({
    group: 'Several nodes',
    kind: anyText,
    standard: null,
    meaning: 'the access key; it may read, write, delete and list the objects, and nothing else is needed',
  }),
  S3_SECRET_ACCESS_KEY: variable({
    group: 'Several nodes',
    kind: anySecret,
    standard: null,
    meaning: 'the secret of the access key',
  }),
  S3_PATH_STYLE: variable({
    group: 'Several nodes',
    kind: oneOf(['no', 'yes']),
    standard: 'no',
    meaning:
      '`yes`: the bucket stands in the path, as MinIO, Ceph and others need it, and not in the host name',
  }),
  DRAIN_SECONDS: variable({
    group: 'Several nodes',
    kind: wholeNumber(0, 300),
    standard: '0',
    meaning:
      'for how long a stop hands clients over to other nodes; 8 behind a proxy that checks `/ready` every second',
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
