import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Contestant } from '../../harness/contestant.js';
import type { BenchDatabase } from '../../harness/database.js';
import { freePort, startProcess, untilAnswers } from '../../harness/processes.js';
import type { Bench } from '../../harness/workload.js';
import { type ChatService, openLedger } from '../chat-service.js';
import { type FoundedServer, foundServer } from './seats.js';

/** The built service, as `npm start` runs it. */
const MAIN = fileURLToPath(new URL('../../../../server/dist/main.js', import.meta.url));

export interface PalaverOptions {
  readonly dataDir: string;
  /** Unset: it brings up the Postgres of its data folder itself. */
  readonly databaseUrl?: string;
}

export interface Palaver extends ChatService {
  readonly seats: FoundedServer;
}

/** Starts the service as in production, behind a trusted proxy, and resolves when it answers. */
export async function startPalaverProcess({ dataDir, databaseUrl }: PalaverOptions): Promise<Contestant> {
  const port = await freePort();
  const running = startProcess(process.execPath, [MAIN], {
    NODE_ENV: 'production',
    PORT: String(port),
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: '127.0.0.1/32',
    LOG_LEVEL: 'info',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(running, `${url}/health`);
  return { name: 'palaver', url, pid: running.pid, stop: running.stop };
}

/** Starts Palaver with a database of its own and people in channels. */
export async function startPalaver(
  bench: Bench,
  counts: { channels: number; people: number },
): Promise<Palaver> {
  const database = bench.keep(await bench.postgres.createDatabase('palaver'));
  const running = await startOn(bench, database);
  return openPalaver(running, database, await foundServer(running.url, counts));
}

/** Starts a Palaver on a copy of the database of one that is stopped, with the same people and channels. */
export async function startCopy(bench: Bench, { database, seats }: Palaver): Promise<Palaver> {
  const copy = bench.keep(await bench.postgres.createDatabase('palaver', database));
  return openPalaver(await startOn(bench, copy), copy, seats);
}

async function startOn(bench: Bench, { url }: BenchDatabase): Promise<Contestant> {
  const dataDir = await mkdtemp(join(bench.folder, 'palaver-'));
  return bench.keep(await startPalaverProcess({ dataDir, databaseUrl: url }));
}

async function openPalaver(
  running: Contestant,
  database: BenchDatabase,
  seats: FoundedServer,
): Promise<Palaver> {
  return { ...running, database, seats, ledger: await openLedger(() => countMessages(database)) };
}

/** Messages and what was told of them; both must agree, or something was lost or came twice. */
async function countMessages({ sql }: BenchDatabase): Promise<number> {
  const [row] = await sql<{ messages: number; told: number; heads: number }[]>`
    select (select count(*)::int from messages) as messages,
      (select count(*)::int from messages join events on stream_id = channel_id and events.seq = messages.seq) as told,
      (select coalesce(sum(last_seq), 0)::int from stream_heads) - (select count(*)::int from events) as heads`;
  const { messages, told, heads } = row ?? { messages: 0, told: 0, heads: 0 };
  if (told !== messages || heads !== 0) {
    throw new Error(`Of ${messages} messages ${told} have an event; heads and events differ by ${heads}.`);
  }
  return messages;
}
