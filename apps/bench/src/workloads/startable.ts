import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Seats } from '../contestants/chat-service.js';
import { startFloorProcess } from '../contestants/floor/floor.js';
import { startPalaverProcess } from '../contestants/palaver/palaver.js';
import { foundServer } from '../contestants/palaver/seats.js';
import type { Contestant } from '../harness/contestant.js';
import type { Bench } from '../harness/workload.js';

const CHANNELS = 50;
const PEOPLE = 10;

/** A way to start a contestant on the database of the time before. */
export type Start = () => Promise<Contestant>;

/** A contestant that does not run, with a database that exists. */
export interface Startable {
  readonly start: Start;
  readonly seats: Seats;
  /** Where sockets go, and what each says to hear one channel. */
  readonly socketPath: string;
  readonly greeting: ((channelId: string) => string) | null;
}

export async function floorToStart(bench: Bench): Promise<Startable> {
  const { url } = bench.keep(await bench.postgres.createDatabase('floor'));
  const start = () => startFloorProcess(url);
  await (await start()).stop();
  const channelIds = Array.from({ length: CHANNELS }, () => crypto.randomUUID());
  return { start, seats: { channelIds, tokens: ['none'] }, socketPath: '/', greeting: null };
}

export async function palaverToStart(bench: Bench): Promise<Startable> {
  const { url } = bench.keep(await bench.postgres.createDatabase('palaver'));
  const dataDir = join(bench.folder, 'palaver-start');
  await mkdir(dataDir);
  const start = () => startPalaverProcess({ dataDir, databaseUrl: url });
  const running = await start();
  const seats = await foundServer(running.url, { channels: CHANNELS, people: PEOPLE });
  await running.stop();
  const greeting = (channelId: string) =>
    JSON.stringify({ type: 'subscribe', data: { channelIds: [channelId] } });
  return { start, seats, socketPath: '/api/ws', greeting };
}
