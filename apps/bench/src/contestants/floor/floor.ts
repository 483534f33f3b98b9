import { fileURLToPath } from 'node:url';
import { newId } from '@palaver/db';
import type { Contestant } from '../../harness/contestant.js';
import type { BenchDatabase } from '../../harness/database.js';
import { freePort, startProcess, untilAnswers } from '../../harness/processes.js';
import type { Bench } from '../../harness/workload.js';
import { type ChatService, openLedger } from '../chat-service.js';

const SERVER = new URL('./server.js', import.meta.url);
const PAGE_SERVER = new URL('./page-server.js', import.meta.url);

/** Starts the floor on an existing database and resolves when it answers. */
export function startFloorProcess(databaseUrl: string): Promise<Contestant> {
  return startServer(SERVER, databaseUrl);
}

/** Starts the floor of reading on the database of a Palaver. */
export function startPageFloor(databaseUrl: string): Promise<Contestant> {
  return startServer(PAGE_SERVER, databaseUrl);
}

async function startServer(program: URL, databaseUrl: string): Promise<Contestant> {
  const port = await freePort();
  const running = startProcess(process.execPath, [fileURLToPath(program)], {
    NODE_ENV: 'production',
    PORT: String(port),
    DATABASE_URL: databaseUrl,
  });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(running, url);
  return { name: 'floor', url, pid: running.pid, stop: running.stop };
}

/** Starts the floor with a database of its own. Anybody may post anywhere, so its channels are only numbers. */
export async function startFloor(bench: Bench, channelCount: number): Promise<ChatService> {
  const database = bench.keep(await bench.postgres.createDatabase('floor'));
  const running = bench.keep(await startFloorProcess(database.url));
  return {
    ...running,
    database,
    seats: { channelIds: Array.from({ length: channelCount }, newId), tokens: ['none'] },
    ledger: await openLedger(() => countMessages(database)),
  };
}

async function countMessages({ sql }: BenchDatabase): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from messages`;
  return row?.count ?? 0;
}
