import type { ConfiguredVariable, IdentitySettings, Limits, Quotas, Registration } from '@palaver/core';
import { quotasOf } from '@palaver/core/configuration';
import type { BeforeSendSettings } from '../outgoing/before-send-settings.js';
import type { Networks } from '../outgoing/public-addresses.js';
import type { SmtpSettings } from '../outgoing/smtp-settings.js';
import type { ConnectionLimits } from '../rate-limit/connection-limits.js';
import type { RateLimits } from '../rate-limit/limits.js';
import type { TrustedProxies } from '../rate-limit/trusted-proxies.js';
import type { S3Settings } from '../store/s3-settings.js';
import { configuredVariables } from './configured-variables.js';
import { identityOf } from './identity-file.js';
import { isPublicHost } from './public-host.js';
import { type LOG_LEVELS, VARIABLES, type Values } from './variables.js';

/** The operator's settings. This file reads all that the process takes from its environment. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Null: Postgres is embedded, with its data below `dataDir`. */
  readonly databaseUrl: string | null;
  /** For how long the start waits for a Postgres that is away. */
  readonly databaseWaitSeconds: number;
  /** Connections to Postgres. */
  readonly databasePool: number;
  /** For how long a stop hands clients over to other nodes. */
  readonly drainSeconds: number;
  /** Null: Postgres carries what the nodes tell each other. */
  readonly redisUrl: string | null;
  /** How many processes serve; 1: this one. */
  readonly workers: number;
  readonly dataDir: string;
  /** Null: the one that is kept below `dataDir`. */
  readonly secretKey: string | null;
  /** What was sealed under it is still opened, and sealed anew. */
  readonly previousSecretKey: string | null;
  /** Null: files are kept below `dataDir`. */
  readonly s3: S3Settings | null;
  readonly trustedProxies: TrustedProxies;
  /** Without a trailing slash; null: the address that the server listens on. */
  readonly publicUrl: string | null;
  readonly corsOrigins: readonly string[];
  readonly logLevel: LogLevel;
  /** Null: there are no metrics. */
  readonly metricsToken: string | null;
  /** Null: there are no traces. */
  readonly tracesEndpoint: string | null;
  readonly registration: Registration;
  /** Whether the process may run as root. */
  readonly mayBeRoot: boolean;
  /** Whether photos keep where they were taken. */
  readonly keepsPhotoPositions: boolean;
  /** What the identity file says; `NO_IDENTITY` without one. */
  readonly identity: IdentitySettings;
  readonly sessionIdleDays: number;
  readonly sessionMaxDays: number;
  readonly eventRetentionDays: number;
  readonly quotas: Quotas;
  readonly limits: Limits;
  readonly rates: RateLimits;
  readonly connections: ConnectionLimits;
  /** Null: messages are posted without a question. */
  readonly beforeSend: BeforeSendSettings | null;
  /** What outgoing webhooks may call beside public addresses. */
  readonly webhookNetworks: Networks;
  /** Null: no mail is sent. */
  readonly smtp: SmtpSettings | null;
  /** Each variable, for admins of the service. */
  readonly variables: readonly ConfiguredVariable[];
}

export type LogLevel = (typeof LOG_LEVELS)[number];

/** The environment is not valid; the message names each variable and what is wrong with it. */
export class ConfigError extends Error {}

/** Reads the configuration. An empty variable counts as unset. Throws `ConfigError`, which names each bad variable. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const env = readVariables(environment);
  const isPublic = env.PUBLIC_URL !== null && isPublicHost(new URL(env.PUBLIC_URL));
  const registration = env.REGISTRATION ?? (isPublic ? 'invite' : 'open');
  return {
    port: env.PORT,
    host: env.HOST,
    databaseUrl: env.DATABASE_URL,
    databaseWaitSeconds: env.DATABASE_WAIT_SECONDS,
    databasePool: env.DATABASE_POOL,
    drainSeconds: env.DRAIN_SECONDS,
    redisUrl: env.REDIS_URL,
    workers: env.WORKERS,
    dataDir: env.DATA_DIR,
    secretKey: env.SECRET_KEY,
    previousSecretKey: env.SECRET_KEY_PREVIOUS,
    s3: s3Of(env),
    trustedProxies: env.TRUSTED_PROXIES,
    publicUrl: env.PUBLIC_URL,
    corsOrigins: env.CORS_ORIGINS,
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
    tracesEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    registration,
    mayBeRoot: !isPublic || env.ALLOW_ROOT === 'true',
    keepsPhotoPositions: env.KEEP_PHOTO_POSITIONS === 'true',
    identity: identityOf(env.IDENTITY_FILE, registration),
    sessionIdleDays: env.SESSION_IDLE_DAYS,
    sessionMaxDays: env.SESSION_MAX_DAYS,
    eventRetentionDays: env.EVENT_RETENTION_DAYS,
    quotas: quotasOf(({ variable }) => env[variable]),
    limits: {
      messageCharacters: env.MESSAGE_MAX_CHARACTERS,
      messageFiles: env.MESSAGE_MAX_FILES,
      messageReactions: env.MESSAGE_MAX_REACTIONS,
      messageEdits: env.MESSAGE_MAX_EDITS,
      fileBytes: env.FILE_MAX_MB,
      avatarBytes: env.AVATAR_MAX_MB,
      unclaimedHours: env.UNCLAIMED_UPLOAD_HOURS,
    },
    rates: {
      global: { perMinute: env.RATE_PER_MINUTE, burst: env.RATE_BURST },
      auth: { perMinute: env.RATE_AUTH_PER_MINUTE, burst: env.RATE_AUTH_BURST },
    },
    connections: {
      connections: env.CONNECTIONS_MAX,
      connectionsPerAddress: env.CONNECTIONS_PER_ADDRESS,
      requestsPerAddress: env.REQUESTS_PER_ADDRESS,
      headersSeconds: env.HEADERS_TIMEOUT_SECONDS,
      requestSeconds: env.REQUEST_TIMEOUT_SECONDS,
      keepAliveSeconds: env.KEEP_ALIVE_SECONDS,
    },
    beforeSend: beforeSendOf(env),
    webhookNetworks: env.WEBHOOK_PRIVATE_NETWORKS,
    smtp: smtpOf(env),
    variables: configuredVariables(environment, { REGISTRATION: registration }),
  };
}

function s3Of(env: Values): S3Settings | null {
  if (env.S3_BUCKET === null) return null;
  return {
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    bucket: env.S3_BUCKET,
    prefix: env.S3_PREFIX ?? '',
    // Without them `readVariables` has refused the bucket.
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
    pathStyle: env.S3_PATH_STYLE === 'yes',
  };
}

function beforeSendOf(env: Values): BeforeSendSettings | null {
  const { BEFORE_SEND_URL: url, BEFORE_SEND_SECRET: key, BEFORE_SEND_ON_FAILURE: onFailure } = env;
  const previous = env.BEFORE_SEND_SECRET_PREVIOUS;
  // Without a key `readVariables` has refused the URL.
  return url && key && { url, keys: previous === null ? [key] : [key, previous], onFailure };
}

function smtpOf(env: Values): SmtpSettings | null {
  const { SMTP_URL: server, MAIL_FROM: from, MAIL_PAGES_URL: pagesUrl } = env;
  // Without a sender `readVariables` has refused the server.
  return server && from && { server, from, pagesUrl };
}

function readVariables(environment: Readonly<Record<string, string | undefined>>): Values {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  // Who sets it believes that several nodes share it.
  if (environment.S3_BUCKET && !(environment.S3_ACCESS_KEY_ID && environment.S3_SECRET_ACCESS_KEY)) {
    problems.push('S3_BUCKET: needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  }
  if (environment.REDIS_URL && !environment.DATABASE_URL) {
    problems.push('REDIS_URL: is for several nodes, which need DATABASE_URL');
  }
  if (environment.BEFORE_SEND_URL && !environment.BEFORE_SEND_SECRET) {
    problems.push('BEFORE_SEND_URL: needs BEFORE_SEND_SECRET');
  }
  // Links in mails never begin with what a request says about the host.
  if (environment.SMTP_URL && !(environment.MAIL_FROM && environment.PUBLIC_URL)) {
    problems.push('SMTP_URL: needs MAIL_FROM and PUBLIC_URL');
  }
  for (const [name, { kind, standard }] of Object.entries(VARIABLES)) {
    const text = environment[name] || standard;
    if (text === null) {
      values[name] = null;
      continue;
    }
    const parsed = kind.schema.safeParse(text);
    values[name] = parsed.data;
    problems.push(...(parsed.error?.issues ?? []).map(({ message }) => `${name}: ${message}`));
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  // Each name of the table has been read by the kind that `Values` takes its type from.
  return values as Values;
}
