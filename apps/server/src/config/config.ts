import type { Limits, Quotas, Registration } from '@palaver/core';
import type { ConnectionLimits } from '../rate-limit/connection-limits.js';
import type { RateLimits } from '../rate-limit/limits.js';
import type { TrustedProxies } from '../rate-limit/trusted-proxies.js';
import { type LOG_LEVELS, VARIABLES, type Values } from './variables.js';

/** The operator's settings. This file reads all that the process takes from its environment. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Null: Postgres is embedded, with its data below `dataDir`. */
  readonly databaseUrl: string | null;
  /** For how long the start waits for a Postgres that is away. */
  readonly databaseWaitSeconds: number;
  readonly dataDir: string;
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
  readonly sessionIdleDays: number;
  readonly sessionMaxDays: number;
  readonly eventRetentionDays: number;
  readonly quotas: Quotas;
  readonly limits: Limits;
  readonly rates: RateLimits;
  readonly connections: ConnectionLimits;
}

export type LogLevel = (typeof LOG_LEVELS)[number];

/** The environment is not valid; the message names each variable and what is wrong with it. */
export class ConfigError extends Error {}

/** Reads the configuration. An empty variable counts as unset. Throws `ConfigError`, which names each bad variable. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const env = readVariables(environment);
  return {
    port: env.PORT,
    host: env.HOST,
    databaseUrl: env.DATABASE_URL,
    databaseWaitSeconds: env.DATABASE_WAIT_SECONDS,
    dataDir: env.DATA_DIR,
    trustedProxies: env.TRUSTED_PROXIES,
    publicUrl: env.PUBLIC_URL,
    corsOrigins: env.CORS_ORIGINS,
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
    tracesEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    registration: env.REGISTRATION,
    sessionIdleDays: env.SESSION_IDLE_DAYS,
    sessionMaxDays: env.SESSION_MAX_DAYS,
    eventRetentionDays: env.EVENT_RETENTION_DAYS,
    quotas: {
      serversOwned: env.QUOTA_SERVERS_OWNED,
      serversJoined: env.QUOTA_SERVERS_JOINED,
      dms: env.QUOTA_DMS,
      channelsPerServer: env.QUOTA_CHANNELS,
      groupsPerServer: env.QUOTA_GROUPS,
      invitesPerServer: env.QUOTA_INVITES,
      bots: env.QUOTA_BOTS,
      sessions: env.QUOTA_SESSIONS,
      sockets: env.QUOTA_SOCKETS,
      storedBytesPerPerson: env.QUOTA_STORED_GB_PER_PERSON,
      storedBytes: env.QUOTA_STORED_GB,
      freeBytesKept: env.DISK_FREE_GB,
    },
    limits: {
      messageCharacters: env.MESSAGE_MAX_CHARACTERS,
      messageFiles: env.MESSAGE_MAX_FILES,
      messageReactions: env.MESSAGE_MAX_REACTIONS,
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
  };
}

function readVariables(environment: Readonly<Record<string, string | undefined>>): Values {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  // It will mean several nodes; who sets it would believe that they are.
  if (environment.REDIS_URL) {
    problems.push('REDIS_URL: is not supported by this version: it runs as one node');
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
