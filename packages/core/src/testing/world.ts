import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, type DatabaseConnection, tables } from '@palaver/db';
import { createTestDatabase } from '@palaver/db/testing';
import { asc, eq } from 'drizzle-orm';
import { createContext } from '../create-context.js';
import { createDiskStore } from '../files/disk-store.js';
import { DEFAULT_LIMITS, type Limits } from '../kernel/services/limits.js';
import { createPasswordHasher } from '../kernel/services/passwords.js';
import { DEFAULT_QUOTAS, type Quotas } from '../kernel/services/quotas.js';
import type { Registration } from '../kernel/services/settings.js';
import { SetupCode } from '../kernel/services/setup-code.js';
import { createLocalBus, type Hint } from '../log/bus.js';
import type { Stream } from '../log/streams.js';
import type { Context } from '../procedures/context.js';
import type { Services } from '../procedures/services.js';
import { createCallerFactory } from '../procedures/trpc.js';
import { Event } from '../protocol/events.js';
import { appRouter } from '../router.js';
import { createServices, type RunningServices } from '../services.js';
import { createTestClock, type TestClock } from './clock.js';
import { validatedFrame } from './validated-frame.js';

const createCaller = createCallerFactory(appRouter);
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
export async function createWorld({
  quotas = {},
  limits = {},
  registration = 'open',
}: {
  readonly quotas?: Partial<Quotas>;
  readonly limits?: Partial<Limits>;
  readonly registration?: Registration;
} = {}): Promise<World> {
  const testDatabase = await createTestDatabase();
  const database = createDatabase(testDatabase.connection, { max: 10 });
  const folder = await mkdtemp(join(tmpdir(), 'palaver-world-'));
  const clock = createTestClock();
  const setupCode = new SetupCode(clock);
  const services = createServices({
    db: database.db,
    bus: createLocalBus(),
    clock,
    files: await createDiskStore(folder),
    log: { error: () => {}, warn: () => {}, info: () => {} },
    passwords: await createPasswordHasher(),
    setupCode,
    settings: {
      registration,
      publicUrl: 'http://127.0.0.1:3000',
      sessionIdleDays: 30,
      sessionMaxDays: 180,
      eventRetentionDays: 7,
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
      return { call: createCaller(ctx), replyHeaders: ctx.replyHeaders };
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
      await testDatabase.drop();
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
