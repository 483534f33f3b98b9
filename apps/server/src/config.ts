import { resolve } from 'node:path';
import { DEFAULT_QUOTAS, type Quotas } from '@palaver/core';
import { z } from 'zod';
import type { ConnectionLimits } from './rate-limit/connection-limits.js';
import { parseTrustedProxies, type TrustedProxies } from './rate-limit/trusted-proxies.js';

/** The operator's settings. This file reads all that the process takes from its environment. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Null: Postgres is embedded, with its data below `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly trustedProxies: TrustedProxies;
  /** Without a trailing slash; null: the address that the server listens on. */
  readonly publicUrl: string | null;
  readonly corsOrigins: readonly string[];
  readonly logLevel: LogLevel;
  readonly sessionIdleDays: number;
  readonly sessionMaxDays: number;
  readonly eventRetentionDays: number;
  readonly quotas: Quotas;
  readonly limits: ConnectionLimits;
}

const GB = 1_000_000_000;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be from ${min} to ${max}`);

const quota = (standard: number) => wholeNumber(1, 999_999_999).default(standard);

const gigabytes = (standard: number) =>
  z
    .string()
    .regex(/^\d{1,6}(\.\d{1,3})?$/, 'must be a number of gigabytes')
    .transform((text) => Math.round(Number(text) * GB))
    .default(standard);

const origin = z
  .string()
  .refine(isOrigin, 'must be origins such as https://chat.example.com, separated by commas');

const Environment = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a URL such as postgres://user:password@host:5432/database')
    .refine((url) => URL.canParse(url), 'is not a URL')
    .nullable()
    .default(null),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(path)),
  TRUSTED_PROXIES: z.string().default('').transform(trustedProxies),
  REDIS_URL: z.undefined('is not supported by this version: it runs as one node').optional(),
  PUBLIC_URL: z
    .string()
    .refine((url) => /^https?:\/\//.test(url) && URL.canParse(url), 'must be an http:// or https:// URL')
    .transform((url) => url.replace(/\/+$/, ''))
    .nullable()
    .default(null),
  CORS_ORIGINS: z.string().default('').transform(listOf).pipe(z.array(origin)),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  SESSION_IDLE_DAYS: wholeNumber(1, 3650).default(30),
  SESSION_MAX_DAYS: wholeNumber(1, 3650).default(180),
  EVENT_RETENTION_DAYS: wholeNumber(1, 3650).default(7),
  QUOTA_SERVERS_OWNED: quota(DEFAULT_QUOTAS.serversOwned),
  QUOTA_SERVERS_JOINED: quota(DEFAULT_QUOTAS.serversJoined),
  QUOTA_DMS: quota(DEFAULT_QUOTAS.dms),
  QUOTA_CHANNELS: quota(DEFAULT_QUOTAS.channelsPerServer),
  QUOTA_GROUPS: quota(DEFAULT_QUOTAS.groupsPerServer),
  QUOTA_INVITES: quota(DEFAULT_QUOTAS.invitesPerServer),
  QUOTA_BOTS: quota(DEFAULT_QUOTAS.bots),
  QUOTA_SESSIONS: quota(DEFAULT_QUOTAS.sessions),
  QUOTA_SOCKETS: quota(DEFAULT_QUOTAS.sockets),
  QUOTA_STORED_GB_PER_PERSON: gigabytes(DEFAULT_QUOTAS.storedBytesPerPerson),
  QUOTA_STORED_GB: gigabytes(DEFAULT_QUOTAS.storedBytes),
  DISK_FREE_GB: gigabytes(DEFAULT_QUOTAS.freeBytesKept),
  CONNECTIONS_MAX: wholeNumber(1, 1_000_000).default(20_000),
  CONNECTIONS_PER_ADDRESS: wholeNumber(1, 1_000_000).default(2_000),
  REQUESTS_PER_ADDRESS: wholeNumber(1, 1_000_000).default(60),
  HEADERS_TIMEOUT_SECONDS: wholeNumber(1, 3_600).default(10),
  REQUEST_TIMEOUT_SECONDS: wholeNumber(1, 86_400).default(300),
  KEEP_ALIVE_SECONDS: wholeNumber(1, 3_600).default(65),
});

/** The environment is not valid; the message names each variable and what is wrong with it. */
export class ConfigError extends Error {}

/** Reads the configuration. An empty variable counts as unset. Throws `ConfigError`. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path[0]?.toString()}: ${message}`);
    throw new ConfigError(problems.join('\n'));
  }
  const env = parsed.data;
  return {
    port: env.PORT,
    host: env.HOST,
    databaseUrl: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    trustedProxies: env.TRUSTED_PROXIES,
    publicUrl: env.PUBLIC_URL,
    corsOrigins: env.CORS_ORIGINS,
    logLevel: env.LOG_LEVEL,
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
      connections: env.CONNECTIONS_MAX,
      connectionsPerAddress: env.CONNECTIONS_PER_ADDRESS,
      requestsPerAddress: env.REQUESTS_PER_ADDRESS,
      headersSeconds: env.HEADERS_TIMEOUT_SECONDS,
      requestSeconds: env.REQUEST_TIMEOUT_SECONDS,
      keepAliveSeconds: env.KEEP_ALIVE_SECONDS,
    },
  };
}

function trustedProxies(text: string, ctx: z.RefinementCtx): TrustedProxies {
  try {
    return parseTrustedProxies(text);
  } catch (error) {
    ctx.addIssue({
      code: 'custom',
      message: error instanceof Error ? error.message : 'is not a list of CIDRs',
    });
    return z.NEVER;
  }
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}
