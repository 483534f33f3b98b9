import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Seats } from '../contestants/chat-service.js';
import { startFloorProcess } from '../contestants/floor/floor.js';
import { startPalaverProcess } from '../contestants/palaver/palaver.js';
import { foundServer } from '../contestants/palaver/seats.js';
import type { Contestant } from '../harness/contestant.js';
import { treeMemoryMb } from '../harness/memory.js';
import type { Sample } from '../harness/rounds.js';
import type { Bench, Workload } from '../harness/workload.js';
import { openIdleSockets } from '../load/idle-sockets.js';
import { type Load, startLoad } from '../load/load.js';
import { sendRequests } from './send-requests.js';

const SOCKETS = 1_000;
const CHANNELS = 50;
const PEOPLE = 10;
/** A short load: so many messages over so many connections. */
const MESSAGES = 20_000;
const CONNECTIONS = 64;
/** After which a process that was busy is idle again, its garbage collected as far as it does so by itself. */
const SETTLE_MS = 3_000;

const START = 'start on an existing database';
const START_ALL = 'start with a Postgres of its own';
const MEMORY = 'memory';

/** A way to start a contestant on the database of the time before. */
type Start = () => Promise<Contestant>;

export const start: Workload = {
  name: 'w4',
  title: 'W4 start and memory',
  goals: [
    { cell: START, metric: 'readyMs', of: 'palaver', to: null, bound: { atMost: 1_000 } },
    { cell: START_ALL, metric: 'readyMs', of: 'palaver', to: null, bound: { atMost: 1_000 } },
    { cell: MEMORY, metric: 'idleMb', of: 'palaver', to: 'floor', bound: { atMost: 2 } },
    { cell: MEMORY, metric: 'loadedMb', of: 'palaver', to: 'floor', bound: { atMost: 2 } },
    { cell: MEMORY, metric: 'socketsMb', of: 'palaver', to: 'floor', bound: { atMost: 2 } },
  ],
  async run(bench) {
    if (!bench.wants(START, START_ALL, MEMORY)) return;
    const floor = await floorStart(bench);
    const palaver = await palaverStart(bench);
    await bench.measureCell({
      name: START,
      reference: 'floor',
      headline: 'readyMs',
      contestants: { floor: () => timed(floor.start), palaver: () => timed(palaver.start) },
    });
    if (bench.wants(START_ALL)) await measureWholeStart(bench, floor.start);
    if (bench.wants(MEMORY)) await measureMemory(bench, floor, palaver);
  },
};

async function measureWholeStart(bench: Bench, floor: Start): Promise<void> {
  const dataDir = join(bench.folder, 'palaver-whole');
  const whole = () => startPalaverProcess({ dataDir });
  // The first start makes the database; it is not the one that is measured.
  await timed(whole);
  await bench.measureCell({
    name: START_ALL,
    reference: 'floor',
    headline: 'readyMs',
    contestants: { floor: () => timed(floor), palaver: () => timed(whole) },
  });
}

async function measureMemory(bench: Bench, floor: Started, palaver: Started): Promise<void> {
  const load = bench.keep(startLoad());
  await bench.measureCell({
    name: MEMORY,
    reference: 'floor',
    headline: 'idleMb',
    contestants: { floor: () => memoryOf(floor, load), palaver: () => memoryOf(palaver, load) },
  });
}

interface Started {
  readonly start: Start;
  readonly seats: Seats;
  /** Where sockets go, and what each says to hear one channel. */
  readonly socketPath: string;
  readonly greeting: ((channelId: string) => string) | null;
}

async function floorStart(bench: Bench): Promise<Started> {
  const { url } = bench.keep(await bench.postgres.createDatabase('floor'));
  const start = () => startFloorProcess(url);
  await timed(start);
  const channelIds = Array.from({ length: CHANNELS }, () => crypto.randomUUID());
  return { start, seats: { channelIds, tokens: ['none'] }, socketPath: '/', greeting: null };
}

async function palaverStart(bench: Bench): Promise<Started> {
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

/** Starts it, and stops it once it has answered. */
async function timed(start: Start): Promise<Sample> {
  const begun = performance.now();
  const running = await start();
  const readyMs = performance.now() - begun;
  await running.stop();
  return { readyMs };
}

async function memoryOf({ start, seats, socketPath, greeting }: Started, load: Load): Promise<Sample> {
  const running = await start();
  try {
    const settled = async () => {
      await pause(SETTLE_MS);
      return treeMemoryMb(running.pid);
    };
    const idleMb = await settled();
    const url = `${running.url.replace('http', 'ws')}${socketPath}`;
    const sockets = await openIdleSockets({ url, count: SOCKETS, seats, greeting });
    const socketsMb = ((await settled()) - idleMb) * (1_000 / SOCKETS);
    await sockets.close();
    const requests = sendRequests('REST', seats, CHANNELS);
    await load.run({ url: running.url, connections: CONNECTIONS, amount: MESSAGES, status: 201, requests });
    return { idleMb, socketsMb, loadedMb: await settled() };
  } finally {
    await running.stop();
  }
}
