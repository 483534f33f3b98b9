import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AppRouter,
  appRouter,
  createCallerFactory,
  createContext,
  createDiskStore,
  createLocalBus,
  createServices,
  DEFAULT_LIMITS,
  DEFAULT_QUOTAS,
  NO_IDENTITY,
  NO_OPERATION,
  type RequestInfo,
  type RunningServices,
  secretsUnder,
  soleNode,
  systemClock,
} from '@palaver/core';
import { createTestPasswordHasher } from '@palaver/core/testing';
import { createDatabase } from '@palaver/db';
import { createTestDatabase } from '@palaver/db/testing';
import { pino } from 'pino';
import { createApp } from '../app.js';
import { createRequestLog } from '../http/request-log.js';
import { createOperations } from '../operations.js';
import { requestClients } from '../rate-limit/client-ip.js';
import { parseTrustedProxies } from '../rate-limit/trusted-proxies.js';
import { listen } from '../testing/listen.js';
import { fileOperations, nativeUploads } from './operations.js';

// Its type is written by name, as it is too long to be written out.
const createCaller: AppRouter['createCaller'] = createCallerFactory(appRouter);
type Caller = ReturnType<AppRouter['createCaller']>;

export interface Person {
  readonly id: string;
  readonly token: string;
  readonly call: Caller;
}

/** A service of files; the type of a caller is too long to be written out. */
export interface FileService {
  readonly port: number;
  readonly url: string;
  readonly person: (username: string) => Promise<Person>;
  readonly stored: (name: string) => Promise<string[]>;
  readonly close: () => Promise<void>;
}

/** Starts the HTTP service without rate limits, on a database and a folder of its own. */
export async function startFileService(): Promise<FileService> {
  const testDatabase = await createTestDatabase();
  const database = createDatabase(testDatabase.connection, { max: 10 });
  const folder = await mkdtemp(join(tmpdir(), 'palaver-files-'));
  const services = createServices({
    db: database.db,
    bus: createLocalBus(),
    nodes: soleNode(),
    clock: systemClock,
    files: await createDiskStore(folder),
    log: { error: () => {}, warn: () => {}, info: () => {} },
    passwords: await createTestPasswordHasher(),
    operation: NO_OPERATION,
    secrets: secretsUnder('the secret key of the services of all tests'),
    settings: {
      publicUrl: 'http://127.0.0.1:3000',
      corsOrigins: [],
      mailPagesUrl: null,
      registration: 'open',
      identity: NO_IDENTITY,
      sessionIdleDays: 30,
      sessionMaxDays: 180,
      eventRetentionDays: 30,
      webhooksOverHttp: false,
      keepsPhotoPositions: false,
      quotas: DEFAULT_QUOTAS,
      limits: DEFAULT_LIMITS,
    },
  });
  const server = createServer(appOf(services));
  const port = await listen(server);
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    person: (username: string) => register(services, username),
    stored: (name) => readdir(join(folder, name)).catch(() => []),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await services.close();
      await database.close();
      await testDatabase.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function appOf(services: RunningServices) {
  const contextOf = (request: RequestInfo) => createContext(services, request);
  const about = () => ({ publicUrl: 'http://127.0.0.1:3000', version: '0.0.0', limits: DEFAULT_LIMITS });
  const { table } = createOperations(
    appRouter,
    fileOperations(services.files, DEFAULT_LIMITS, contextOf),
    about,
  );
  return createApp({
    appRouter,
    table,
    createContext: contextOf,
    rateLimit: (_req, _res, next) => next(),
    corsOrigins: [],
    requestLog: createRequestLog({
      log: pino({ level: 'silent' }),
      templates: [],
      clientOf: requestClients(parseTrustedProxies('')),
    }),
    nativeUploads: nativeUploads(DEFAULT_LIMITS),
  });
}

function callerOf(services: RunningServices, token: string | null): Caller {
  const request = { requestId: 'test', token, userAgent: null, idempotencyKey: null };
  return createCaller(createContext(services, request));
}

async function register(services: RunningServices, username: string): Promise<Person> {
  const password = 'correct horse battery staple';
  const { token, user } = await callerOf(services, null).auth.register({ username, password });
  return { id: user.id, token, call: callerOf(services, token) };
}

/** The JSON of an answer, in the type that the test expects. The assertions of the test find any other shape. */
export async function jsonOf<T>(response: Response): Promise<T> {
  return (await response.json()) as T;
}
