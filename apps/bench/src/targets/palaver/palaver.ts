import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from '../../harness/workload.js';
import type { BenchDatabase } from '../../postgres/database.js';
import type { ChatService } from '../chat-service.js';
import { startNodeTarget } from '../start-target.js';
import { createStorageCheck } from '../storage-check.js';
import type { Target } from '../target.js';
import { type ServerFixture, setUpServer } from './set-up-server.js';

/** The built service, as `npm start` runs it. */
const MAIN = new URL('../../../../server/dist/main.js', import.meta.url);

export interface PalaverOptions {
  readonly dataDir: string;
  /** Without it the service starts a Postgres in its data folder. */
  readonly databaseUrl?: string;
  /** A free one, unless it is given. */
  readonly port?: number;
  /** Added to the production settings. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Palaver extends ChatService {
  readonly fixture: ServerFixture;
}

/** Starts the service with production settings behind a trusted proxy, and resolves when it is ready. */
export function startPalaverProcess({
  dataDir,
  databaseUrl,
  port,
  environment,
}: PalaverOptions): Promise<Target> {
  return startNodeTarget({
    name: 'palaver',
    file: MAIN,
    port,
    env: {
      DATA_DIR: dataDir,
      // Several nodes share a database.
      SECRET_KEY: 'the secret key of the nodes of a benchmark',
      TRUSTED_PROXIES: '127.0.0.1/32',
      LOG_LEVEL: 'info',
      // The load comes from few accounts.
      QUOTA_SOCKETS: '1000000',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...environment,
    },
    readyPath: '/health',
  });
}

/** Starts Palaver with a database of its own, channels, and accounts that are members of all of them. */
export async function startPalaver(
  bench: Bench,
  counts: { channels: number; accounts: number },
  environment: Readonly<Record<string, string>> = {},
): Promise<Palaver> {
  const database = bench.stopAtEnd(await bench.postgres.createDatabase('palaver'));
  const running = await startOn(bench, database, environment);
  return toPalaver(running, database, await setUpServer(running.url, counts));
}

/** Starts a Palaver on a copy of the database of a stopped one, with the same channels and accounts. */
export async function startCopy(bench: Bench, { database, fixture }: Palaver): Promise<Palaver> {
  const copy = bench.stopAtEnd(await bench.postgres.createDatabase('palaver', database));
  return toPalaver(await startOn(bench, copy), copy, fixture);
}

async function startOn(
  bench: Bench,
  { url }: BenchDatabase,
  environment: Readonly<Record<string, string>> = {},
): Promise<Target> {
  const dataDir = await mkdtemp(join(bench.folder, 'palaver-'));
  return bench.stopAtEnd(await startPalaverProcess({ dataDir, databaseUrl: url, environment }));
}

async function toPalaver(running: Target, database: BenchDatabase, fixture: ServerFixture): Promise<Palaver> {
  return {
    ...running,
    database,
    fixture,
    storageCheck: await createStorageCheck(() => countMessages(database)),
  };
}

/** The number of messages. Throws unless each has exactly one event and the positions of all streams have events. */
async function countMessages({ sql }: BenchDatabase): Promise<number> {
  const [row] = await sql<{ messages: number; published: number; missing: number }[]>`
    select (select count(*)::int from messages) as messages,
      (select count(*)::int from messages join events on stream_id = channel_id and events.seq = messages.seq) as published,
      (select coalesce(sum(last_seq), 0)::int from stream_heads) - (select count(*)::int from events) as missing`;
  const { messages, published, missing } = row ?? { messages: 0, published: 0, missing: 0 };
  if (published !== messages || missing !== 0) {
    throw new Error(`Of ${messages} messages ${published} have an event; ${missing} positions have none.`);
  }
  return messages;
}
