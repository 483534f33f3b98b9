import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Limits } from '@palaver/core';
import { createTestPasswordHasher, PASSWORD, type RestClient, type Stage } from '@palaver/core/testing';
import type { ConnectOverrides } from '@palaver/db';
import { createTestDatabase, PATIENT, type TestDatabase } from '@palaver/db/testing';
import { pino } from 'pino';
import type { oas31 } from 'zod-openapi';
import { readConfig } from '../config/config.js';
import { startDatabase } from '../database.js';
import { LOG_OPTIONS } from '../logger.js';
import { sendRequest } from '../operator/request.js';
import { livingOperatorSocket } from '../operator/socket-path.js';
import { type Replacements, startService } from '../service.js';
import { Client, type Json } from './client.js';

export { PASSWORD };

/** Makes clients of a running service. */
export interface Callers {
  readonly url: string;
  readonly document: oas31.OpenAPIObject;
  /** A client with this token, addresses of its own, and these headers in each request. */
  client(token: string | null, id?: string, headers?: Record<string, string>): Client;
  /** Registers a person. */
  person(username: string): Promise<Client>;
  /** Creates a bot of `owner`'s. */
  bot(owner: RestClient, username: string): Promise<Client>;
  now(): number;
}

/** The whole service on a port and a database of its own, and its clients. */
export interface TestService extends Callers, Stage<Client> {
  client: Callers['client'];
  /** Sends a request as the operator, on the operator's own socket. Throws for any error. */
  asOperator(method: string, path: string, body?: object): Promise<Json>;
  /** Its data folder. */
  readonly dataDir: string;
  /** For tests that read the tables. */
  readonly databaseUrl: string;
  close(): Promise<void>;
}

/**
 * Lets every client of a test choose its address, and so have rate limits of its own, and the services of a test share a
 * database, each with a data folder of its own.
 */
export const TRUST_THE_TEST = {
  TRUSTED_PROXIES: '127.0.0.0/8',
  SECRET_KEY: 'the secret key of the services of all tests',
};

/** What a test may say of a service beside its environment. */
export interface TestServiceOptions extends Replacements {
  /** Without it the service logs nothing. */
  readonly onLogLine?: ((line: string) => void) | null;
  /** Where the times that the service waits for its database are what is tested: `{}`. */
  readonly patience?: ConnectOverrides;
}

/**
 * Starts the service as `npm start` does, on a test database. `environment` is added to its own; without `onLogLine` it
 * logs nothing.
 */
export async function startTestService(
  environment: Record<string, string> = {},
  onLogLine: ((line: string) => void) | null = null,
): Promise<TestService> {
  const database = await createTestDatabase();
  const service = await startTestServiceOn(database, environment, { onLogLine });
  return {
    ...service,
    close: async () => {
      await service.close();
      await database.drop();
    },
  };
}

/** The same on a database that the test has made, and removes after `close`. */
export async function startTestServiceOn(
  database: TestDatabase,
  environment: Record<string, string>,
  { onLogLine = null, patience = PATIENT, ...replacements }: TestServiceOptions = {},
): Promise<TestService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'palaver-service-'));
  const files = await shareFiles(database, dataDir);
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    ...TRUST_THE_TEST,
    // An address of the public internet would make it `invite`.
    REGISTRATION: 'open',
    ...environment,
  });
  const log = onLogLine
    ? pino({ ...LOG_OPTIONS, level: 'trace' }, { write: onLogLine })
    : pino({ level: 'silent' });
  const service = await startService(config, log, await startDatabase(config, log, undefined, patience), {
    passwords: await createTestPasswordHasher(),
    ...replacements,
  });
  return {
    ...callersWith(service.url, await documentOf(service.url, config.limits)),
    databaseUrl: database.url,
    connection: database.connection,
    dataDir: config.dataDir,
    asOperator: async (method, path, body) => {
      const socketPath = await livingOperatorSocket(config.dataDir);
      if (socketPath === null) throw new Error('the service does not answer its operator');
      const { status, text } = await sendRequest({ socketPath }, method, path, body);
      if (status >= 400) throw new Error(`${method} ${path} answered ${status}: ${text}`);
      return JSON.parse(text).data;
    },
    close: async () => {
      await service.stop();
      await rm(dataDir, { recursive: true, force: true });
      await files.leave();
    },
  };
}

const shared = new WeakMap<TestDatabase, { readonly folder: Promise<string>; services: number }>();

/** Services on one database are its nodes, and find each other's files. */
async function shareFiles(database: TestDatabase, dataDir: string): Promise<{ leave(): Promise<void> }> {
  const of = shared.get(database) ?? {
    folder: mkdtemp(join(tmpdir(), 'palaver-files-')),
    services: 0,
  };
  shared.set(database, of);
  of.services += 1;
  await symlink(await of.folder, join(dataDir, 'files'));
  return {
    leave: async () => {
      of.services -= 1;
      if (of.services > 0) return;
      shared.delete(database);
      await rm(await of.folder, { recursive: true, force: true });
    },
  };
}

/**
 * By what they say beside the address of the service. To make one takes 0.3 s, and the services of a worker serve the same.
 * docs/openapi-document.long.ts checks the document itself.
 */
const documents = new Map<string, Promise<oas31.OpenAPIObject>>();

function documentOf(url: string, limits: Limits): Promise<oas31.OpenAPIObject> {
  const key = JSON.stringify(limits);
  const document = documents.get(key) ?? fetchDocument(url);
  documents.set(key, document);
  return document;
}

async function fetchDocument(url: string): Promise<oas31.OpenAPIObject> {
  const fetched = await fetch(`${url}/api/openapi.json`);
  return (await fetched.json()) as oas31.OpenAPIObject;
}

/** Fetches the document of a service and makes clients that check answers against it. */
export async function callersOf(url: string): Promise<Callers> {
  return callersWith(url, await fetchDocument(url));
}

function callersWith(url: string, document: oas31.OpenAPIObject): Callers {
  const client: Callers['client'] = (token, id = '', headers = {}) =>
    new Client({ url, document, token, id, headers });
  return {
    url,
    document,
    client,
    now: () => Date.now(),
    person: async (username) => {
      const { body } = await client(null).post('/api/auth/register', { username, password: PASSWORD });
      return client(body.data.token, body.data.user.id);
    },
    bot: async (owner, username) => {
      const { body } = await owner.post('/api/bots', { username });
      return client(body.data.token, body.data.bot.id);
    },
  };
}
