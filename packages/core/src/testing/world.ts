import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, type DatabaseConnection, tables } from '@palaver/db';
import { createTestDatabase, PATIENT, type TestDatabase } from '@palaver/db/testing';
import { asc, eq } from 'drizzle-orm';
import { createContext } from '../create-context.js';
import { createDiskStore } from '../files/disk-store.js';
import { type IdentitySettings, NO_IDENTITY } from '../kernel/services/identity-settings.js';
import { DEFAULT_LIMITS, type Limits } from '../kernel/services/limits.js';
import type { Mailer } from '../kernel/services/mailer.js';
import { type Nodes, soleNode } from '../kernel/services/nodes.js';
import { NO_OPERATION } from '../kernel/services/operation.js';
import type { PasswordHasher } from '../kernel/services/passwords.js';
import { DEFAULT_QUOTAS, type Quotas } from '../kernel/services/quotas.js';
import type { Registration } from '../kernel/services/registrations.js';
import { secretsUnder } from '../kernel/services/secrets.js';
import { SetupCode } from '../kernel/services/setup-code.js';
import type { WebhookSender } from '../kernel/services/webhook-sender.js';
import { type Bus, createLocalBus, type Hint } from '../log/bus.js';
import type { Stream } from '../log/streams.js';
import type { Context } from '../procedures/context.js';
import type { Services } from '../procedures/services.js';
import { createCallerFactory } from '../procedures/trpc.js';
import { Event } from '../protocol/events.js';
import { type AppRouter, appRouter } from '../router.js';
import { createServices, type RunningServices } from '../services.js';
import { createTestClock, type TestClock } from './clock.js';
import { createTestPasswordHasher } from './passwords.js';
import { validatedFrame } from './validated-frame.js';

// Its type is written by name, as it is too long to be written out.
const createCaller: AppRouter['createCaller'] = createCallerFactory(appRouter);
export type Caller = ReturnType<typeof createCaller>;

export const PASSWORD = 'correct horse battery staple';

/** A caller of the service: a registered person, a bot, or an anonymous caller. */
export interface TestUser {
  readonly id: string;
  /** Null for an anonymous caller. */
  readonly token: string | null;
  readonly call: Caller;
  /** The same caller with an `Idempotency-Key`; `replyHeaders` are the headers of its answers. */
  withKey(key: string): { call: Caller; replyHeaders: Map<string, string> };
}

/** A whole service for tests, on a database of its own and without a transport. */
export interface World {
  readonly services: RunningServices;
  readonly connection: DatabaseConnection;
  readonly clock: TestClock;
  /** The hints published on the bus, in order. */
  readonly published: readonly Hint[];
  readonly anonymous: TestUser;
  /** The operator of the machine, through the operator's own socket. */
  readonly operator: TestUser;
  /** Registers a person. */
  person(username: string): Promise<TestUser>;
  /** A caller from a network; the other callers' networks are unknown. */
  userWithToken(id: string, token: string | null, network?: string): TestUser;
  /** The log of a stream, each frame checked against its schema. */
  log(stream: Pick<Stream, 'id'>): Promise<Event[]>;
  close(): Promise<void>;
}

/** `quotas` and `limits` replace single ones, so that a test reaches them with few rows. */
export interface WorldOptions {
  readonly quotas?: Partial<Quotas>;
  readonly limits?: Partial<Limits>;
  readonly registration?: Registration;
  readonly keepsPhotoPositions?: boolean;
  readonly identity?: IdentitySettings;
  /** Absent: hashing costs almost nothing. */
  readonly passwords?: PasswordHasher;
  /** Absent: mails stay in the outbox. */
  readonly mailer?: Mailer;
  /** Absent: deliveries of webhooks wait. */
  readonly webhookSender?: WebhookSender;
  /** Null: mail is off. */
  readonly mailPagesUrl?: string | null;
}

export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const testDatabase = await createTestDatabase();
  const world = await createWorldOn(testDatabase, { bus: createLocalBus(), nodes: soleNode() }, options);
  return {
    ...world,
    close: async () => {
      await world.close();
      await testDatabase.drop();
    },
  };
}

/** One node on a database that the caller removes. See `createWorlds` for several. */
export async function createWorldOn(
  testDatabase: TestDatabase,
  { bus, nodes }: { readonly bus: Bus; readonly nodes: Nodes },
  {
    quotas = {},
    limits = {},
    registration = 'open',
    keepsPhotoPositions = false,
    identity = NO_IDENTITY,
    passwords,
    mailer,
    webhookSender,
    mailPagesUrl = 'http://127.0.0.1:3000/api/mail',
  }: WorldOptions = {},
): Promise<World> {
  const database = createDatabase(testDatabase.connection, { max: 4, patience: PATIENT });
  const folder = await mkdtemp(join(tmpdir(), 'palaver-world-'));
  const clock = createTestClock();
  const setupCode = new SetupCode(clock);
  const services = createServices({
    db: database.db,
    bus,
    nodes,
    clock,
    files: await createDiskStore(folder),
    log: { error: () => {}, warn: () => {}, info: () => {} },
    passwords: passwords ?? (await createTestPasswordHasher()),
    setupCode,
    mailer,
    webhookSender,
    operation: NO_OPERATION,
    secrets: secretsUnder('the secret key of the services of all tests'),
    settings: {
      registration,
      identity,
      publicUrl: 'http://127.0.0.1:3000',
      corsOrigins: [],
      mailPagesUrl,
      sessionIdleDays: 30,
      sessionMaxDays: 180,
      eventRetentionDays: 7,
      webhooksOverHttp: true,
      keepsPhotoPositions,
      quotas: { ...DEFAULT_QUOTAS, ...quotas },
      limits: { ...DEFAULT_LIMITS, ...limits },
    },
  });
  const published: Hint[] = [];
  services.bus.onHint((hint) => published.push(hint));

  const userWithToken = (id: string, token: string | null, network?: string): TestUser => ({
    id,
    token,
    call: createCaller(contextFor(services, token, null, network)),
    withKey: (key) => {
      const ctx = contextFor(services, token, key, network);
      return { call: createCaller(ctx), replyHeaders: ctx.request.replyHeaders };
    },
  });
  const anonymous = userWithToken('', null);
  const asOperator = {
    requestId: 'test',
    token: null,
    userAgent: null,
    idempotencyKey: null,
    operator: 'root',
  };
  const operator: TestUser = {
    ...anonymous,
    call: createCaller(createContext(services, asOperator)),
  };

  return {
    services,
    connection: testDatabase.connection,
    clock,
    published,
    anonymous,
    operator,
    userWithToken,
    person: async (username) => {
      const { token, user } = await anonymous.call.auth.register({ username, password: PASSWORD });
      return userWithToken(user.id, token);
    },
    log: (stream) => readLog(services, stream),
    close: async () => {
      await services.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function contextFor(
  services: RunningServices,
  token: string | null,
  idempotencyKey: string | null,
  network: string | undefined,
): Context {
  return createContext(services, { requestId: 'test', token, userAgent: null, idempotencyKey, network });
}

async function readLog(services: Services, stream: Pick<Stream, 'id'>): Promise<Event[]> {
  const { events } = tables;
  const rows = await services.db
    .select({ frame: events.frame })
    .from(events)
    .where(eq(events.streamId, stream.id))
    .orderBy(asc(events.seq));
  return rows.map(({ frame }) => Event.parse(validatedFrame(frame)));
}
