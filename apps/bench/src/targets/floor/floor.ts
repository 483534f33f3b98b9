// The floor is the baseline of the benchmark: the simplest servers that do the same work on the same Node and Postgres.
// A ratio "to the floor" compares a target with what this machine can do.
import { newId } from '@palaver/db';
import type { Bench } from '../../harness/workload.js';
import type { ChatService } from '../chat-service.js';
import { startNodeTarget } from '../start-target.js';
import { countRows, createStorageCheck } from '../storage-check.js';
import type { Target } from '../target.js';

const SEND_SERVER = new URL('./send-server.js', import.meta.url);
const READ_SERVER = new URL('./read-server.js', import.meta.url);

/** Starts the floor for sending and fan-out on an existing database. */
export function startSendFloor(databaseUrl: string): Promise<Target> {
  return startOn(databaseUrl, SEND_SERVER);
}

/** Starts the floor for reading on the database of a Palaver. */
export function startReadFloor(databaseUrl: string): Promise<Target> {
  return startOn(databaseUrl, READ_SERVER);
}

function startOn(databaseUrl: string, file: URL): Promise<Target> {
  return startNodeTarget({ name: 'floor', file, env: { DATABASE_URL: databaseUrl }, readyPath: '/' });
}

/** Starts the floor for sending with a database of its own. It checks no permissions, so its channels are just ids. */
export async function startFloor(bench: Bench, channelCount: number): Promise<ChatService> {
  const database = bench.stopAtEnd(await bench.postgres.createDatabase('floor'));
  const running = bench.stopAtEnd(await startSendFloor(database.url));
  return {
    ...running,
    database,
    fixture: floorFixture(channelCount),
    storageCheck: await createStorageCheck(() => countRows(database, 'messages')),
  };
}

/** Channels and a token for the floor, which accepts any. */
export function floorFixture(channelCount: number) {
  return { channelIds: Array.from({ length: channelCount }, newId), tokens: ['none'] };
}
