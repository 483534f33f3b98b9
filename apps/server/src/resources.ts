import type { Server } from 'node:http';
import {
  createPasswordHasher,
  hasAdmin,
  type PasswordHasher,
  type Resources,
  type RunningClock,
  SetupCode,
  startDatabaseClock,
  systemClock,
  type WebhookSender,
} from '@palaver/core';
import type { Logger } from 'pino';
import type { WorkerLink } from './cluster/worker-link.js';
import type { Config } from './config/config.js';
import type { RunningDatabase } from './database.js';
import { runningChecks } from './doctor/running-checks.js';
import type { Ends } from './ends.js';
import { addressOf } from './listen.js';
import { type JoinOptions, joinNodes } from './nodes/join-nodes.js';
import type { RunningWebhookSender } from './outgoing/webhook-sender.js';
import type { SharedStore } from './rate-limit/bucket-store.js';
import { openBucketStore } from './rate-limit/open-bucket-store.js';
import { claimSecretKey, secretsOf } from './secret-key/open-secrets.js';
import { openStore } from './store/open-store.js';
import type { ServiceTraces } from './traces/traces.js';
import { VERSION } from './version.js';

export interface ResourceOptions extends Pick<JoinOptions, 'wrapTransport'> {
  /** Absent: those of the service. */
  readonly passwords?: PasswordHasher;
  readonly config: Config;
  readonly log: Logger;
  readonly database: RunningDatabase;
  /** Where this process is one of several that serve together. */
  readonly worker: WorkerLink | undefined;
  /** Gets what has to be ended of what is opened here. */
  readonly ends: Ends;
}

/** What the service uses beside its database. */
export interface OpenedResources {
  readonly resources: Resources;
  /** Null: nothing is traced. */
  readonly traces: ServiceTraces | null;
  /** Of the rate limits of several nodes; null where there can be one node only. */
  readonly store: SharedStore | null;
  /** Tells the other nodes that this one stops. */
  setDraining(): Promise<void>;
}

/** Opens what the service uses beside its database. `server` is the one that it will listen with. */
export async function openResources(options: ResourceOptions, server: Server): Promise<OpenedResources> {
  const { config, log, database, worker, ends } = options;
  const clock = await startClock(config, database, log);
  ends.add(clock.close);
  const store = config.databaseUrl === null ? null : await openBucketStore(sharedBy(options), config.rates);
  ends.add(async () => store?.close());
  const secrets = await secretsOf(config);
  const { nodes, bus, setDraining, leave } = await joinNodes({ ...options, secrets, version: VERSION });
  ends.add(leave);
  await claimSecretKey(secrets, { db: database.db, nodes, clock });
  const traces = await loadTraces(config, log);
  ends.add(async () => traces?.close());
  const beforeSend = await openBeforeSend(config, log);
  ends.add(async () => beforeSend?.close());
  const { corsOrigins, registration, identity, sessionIdleDays, sessionMaxDays, eventRetentionDays } = config;
  const { quotas, limits } = config;
  const resources: Resources = {
    db: traces?.database(database.db) ?? database.db,
    comparing: database.comparing,
    bus: traces?.bus(bus) ?? bus,
    nodes,
    traces: traces?.traces,
    clock,
    files: await openStore(config, clock, nodes),
    log,
    passwords: options.passwords ?? (await createPasswordHasher()),
    secrets,
    operation: { variables: config.variables, check: runningChecks(config, database) },
    beforeSend,
    mailer: await openMailer(config),
    webhookSender: openWebhookSender(config, ends),
    setupCode: worker ? worker.setupCode : await setupCodeOf(database, clock),
    settings: {
      // Read when needed: with PORT=0 it is known only once the server listens.
      get publicUrl() {
        return config.publicUrl ?? addressOf(server);
      },
      corsOrigins,
      mailPagesUrl: mailPagesUrlOf(config),
      registration,
      identity,
      sessionIdleDays,
      sessionMaxDays,
      eventRetentionDays,
      keepsPhotoPositions: config.keepsPhotoPositions,
      webhooksOverHttp: config.webhookNetworks.length > 0,
      quotas,
      limits,
    },
  };
  return { resources, traces, store, setDraining };
}

function sharedBy({ database: { connection, sql }, config: { redisUrl } }: ResourceOptions) {
  return { connection, sql, redisUrl };
}

/** A service without traces does not load OpenTelemetry. */
async function loadTraces({ tracesEndpoint: endpoint }: Config, log: Logger): Promise<ServiceTraces | null> {
  if (endpoint === null) return null;
  const { startTraces } = await import('./traces/traces.js');
  return startTraces({ endpoint, version: VERSION, log });
}

/** Without a page of its own given, links lead to those of this service. */
function mailPagesUrlOf({ smtp, publicUrl }: Config): string | null {
  return smtp && (smtp.pagesUrl ?? `${publicUrl}/api/mail`);
}

/** A service without SMTP does not load its client. */
async function openMailer({ smtp }: Config) {
  if (smtp === null) return undefined;
  const { createSmtpMailer } = await import('./outgoing/smtp.js');
  return createSmtpMailer(smtp);
}

/** A service without a hook does not load its client. */
async function openBeforeSend({ beforeSend: settings }: Config, log: Logger) {
  if (settings === null) return undefined;
  const { createBeforeSend } = await import('./outgoing/before-send.js');
  return createBeforeSend(settings, log);
}

/** Its client is loaded with the first call. */
function openWebhookSender({ webhookNetworks }: Config, ends: Ends): WebhookSender {
  let opened: Promise<RunningWebhookSender> | null = null;
  const open = () => {
    opened ??= import('./outgoing/webhook-sender.js').then(({ createWebhookSender }) =>
      createWebhookSender(webhookNetworks),
    );
    return opened;
  };
  ends.add(async () => (await opened)?.close());
  return {
    send: async (call) => (await open()).send(call),
    ask: async (call) => (await open()).ask(call),
  };
}

/** The code of the first admin; undefined where there is one. */
async function setupCodeOf({ db }: RunningDatabase, clock: RunningClock): Promise<SetupCode | undefined> {
  return (await hasAdmin(db)) ? undefined : new SetupCode(clock);
}

/** The clock of the embedded Postgres is that of this machine. */
async function startClock(
  { databaseUrl }: Config,
  { db }: RunningDatabase,
  log: Logger,
): Promise<RunningClock> {
  return databaseUrl === null ? { ...systemClock, close: () => {} } : startDatabaseClock({ db, log });
}
