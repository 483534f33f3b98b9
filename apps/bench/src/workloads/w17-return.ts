import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Measurement } from '../harness/cell.js';
import type { Bench, Workload } from '../harness/workload.js';
import { type LoadGenerator, startLoadGenerator } from '../load/load-generator.js';
import { meter } from '../measure/cpu-meter.js';
import { treeMemoryMb } from '../measure/memory.js';
import type { BenchDatabase } from '../postgres/database.js';
import { addCrowd } from '../targets/palaver/add-crowd.js';
import { createSessions } from '../targets/palaver/create-sessions.js';
import { startPalaverProcess } from '../targets/palaver/palaver.js';
import { setUpServer } from '../targets/palaver/set-up-server.js';
import { freePort } from '../targets/start-target.js';
import type { Target } from '../targets/target.js';

/** A process may have 20,000 files open on many machines. */
const SIZES = [5_000, 10_000, 19_000];
const SIZE_OF_GOAL = 19_000;

const nameOf = (sockets: number) => `${sockets.toLocaleString('en')} people of one channel`;

export const comeback: Workload = {
  name: 'w17',
  title: 'W17 return: all come back after kill -9',
  goals: [
    {
      cell: nameOf(SIZE_OF_GOAL),
      metric: 'backSeconds',
      of: 'palaver',
      to: null,
      bound: { atMost: 60 },
    },
  ],
  async run(bench) {
    for (const people of SIZES) {
      if (!bench.isSelected(nameOf(people))) continue;
      await bench.measureCell({
        name: nameOf(people),
        reference: 'palaver',
        headline: 'backSeconds',
        targets: { palaver: await returnMeasurement(bench, people) },
      });
    }
  },
};

/** Everybody has an account, a session and a socket, and follows the channel, the server, and what tells of themselves. */
async function returnMeasurement(bench: Bench, people: number): Promise<Measurement> {
  const database = bench.stopAtEnd(await bench.postgres.createDatabase('palaver'));
  const start = await starter(bench, database);
  const service = { running: await start() };
  bench.stopAtEnd({ stop: () => service.running.stop() });
  const fixture = await setUpServer(service.running.url, { channels: 1, accounts: 1 });
  const [channelId = ''] = fixture.channelIds;
  await addCrowd({ database, fixture }, channelId, people);
  const sessions = await createSessions({ database }, people);
  const streamIds = [fixture.serverId, channelId];
  const clients = sessions.map((token) => ({ token, streamIds }));
  const load = bench.stopAtEnd(startLoadGenerator('return'));
  let isOpen = false;
  return async () => {
    const job = { url: service.running.url, amount: people };
    if (!isOpen) await load.run({ ...job, clients });
    isOpen = true;
    const back = load.run({ ...job, clients: [] });
    return measureReturn(bench, { service, start, load, back });
  };
}

interface Killed {
  readonly service: { running: Target };
  readonly start: () => Promise<Target>;
  readonly load: LoadGenerator<'return'>;
  readonly back: ReturnType<LoadGenerator<'return'>['run']>;
}

/** Kills the service, and starts it again at once, as a supervisor does. */
async function measureReturn(bench: Bench, { service, start, load, back }: Killed) {
  process.kill(service.running.pid, 'SIGKILL');
  await service.running.stop();
  service.running = await start();
  const roots = { service: service.running.pid, postgres: bench.postgres.pid, sockets: load.pid };
  const { result, cpuSeconds, noise } = await meter(roots, () => back);
  return {
    backSeconds: result.seconds,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    attempts: result.attempts,
    serviceCpu: ((cpuSeconds.service ?? 0) * 1_000) / result.operations,
    postgresCpu: ((cpuSeconds.postgres ?? 0) * 1_000) / result.operations,
    loadedMb: await treeMemoryMb(service.running.pid),
    noise,
  };
}

/** Each start is on the same port. */
async function starter(bench: Bench, { url }: BenchDatabase): Promise<() => Promise<Target>> {
  const dataDir = await mkdtemp(join(bench.folder, 'palaver-return-'));
  const port = await freePort();
  return () => startPalaverProcess({ dataDir, databaseUrl: url, port });
}
