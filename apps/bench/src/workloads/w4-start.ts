import { join } from 'node:path';
import type { Sample } from '../harness/cell.js';
import type { Bench, Workload } from '../harness/workload.js';
import { startLoadGenerator } from '../load/load-generator.js';
import { readProcesses, treeCpuSeconds } from '../measure/proc-stat.js';
import { startPalaverProcess } from '../targets/palaver/palaver.js';
import { measureMemory } from './measurements/memory.js';
import {
  prepareFloor,
  preparePalaver,
  type RestartableTarget,
  type Start,
} from './measurements/restartable-target.js';

const START = 'start on an existing database';
const START_WITH_POSTGRES = 'start with a Postgres of its own';
const MEMORY = 'memory';

export const start: Workload = {
  name: 'w4',
  title: 'W4 start and memory',
  goals: [
    { cell: START, metric: 'readyMs', of: 'palaver', to: null, bound: { atMost: 1_000 } },
    { cell: START_WITH_POSTGRES, metric: 'readyMs', of: 'palaver', to: null, bound: { atMost: 1_000 } },
    // npm and the bootstrap take the rest of a second (docs/lab/performance.md).
    { cell: START_WITH_POSTGRES, metric: 'startCpu', of: 'palaver', to: null, bound: { atMost: 0.65 } },
    { cell: MEMORY, metric: 'idleMb', of: 'palaver', to: 'floor', bound: { atMost: 2 } },
    { cell: MEMORY, metric: 'loadedMb', of: 'palaver', to: 'floor', bound: { atMost: 2 } },
    { cell: MEMORY, metric: 'socketsMb', of: 'palaver', to: 'floor', bound: { atMost: 2 } },
  ],
  async run(bench) {
    if (!bench.isSelected(START, START_WITH_POSTGRES, MEMORY)) return;
    const floor = await prepareFloor(bench);
    const palaver = await preparePalaver(bench);
    await measureStartCell(bench, START, floor.start, palaver.start);
    if (bench.isSelected(START_WITH_POSTGRES)) await measureStartWithPostgres(bench, floor.start);
    if (bench.isSelected(MEMORY)) await measureMemoryCell(bench, floor, palaver);
  },
};

async function measureStartWithPostgres(bench: Bench, floor: Start): Promise<void> {
  const dataDir = join(bench.folder, 'palaver-with-postgres');
  const palaver = () => startPalaverProcess({ dataDir });
  // The first start creates the database, which is not measured.
  await (await palaver()).stop();
  await measureStartCell(bench, START_WITH_POSTGRES, floor, palaver);
}

async function measureStartCell(bench: Bench, name: string, floor: Start, palaver: Start): Promise<void> {
  const targets = { floor: () => measureStart(floor), palaver: () => measureStart(palaver) };
  await bench.measureCell({ name, reference: 'floor', headline: 'readyMs', targets });
}

async function measureMemoryCell(
  bench: Bench,
  floor: RestartableTarget,
  palaver: RestartableTarget,
): Promise<void> {
  const load = bench.stopAtEnd(startLoadGenerator('http'));
  const targets = { floor: () => measureMemory(floor, load), palaver: () => measureMemory(palaver, load) };
  await bench.measureCell({ name: MEMORY, reference: 'floor', headline: 'idleMb', targets });
}

/** Starts a target until it is ready, and stops it. */
async function measureStart(start: Start): Promise<Sample> {
  const startedAt = performance.now();
  const running = await start();
  const readyMs = performance.now() - startedAt;
  const processes = await readProcesses();
  const startCpu = processes.find(({ pid }) => pid === running.pid)?.cpuSeconds ?? 0;
  const startedCpu = treeCpuSeconds(processes, running.pid) - startCpu;
  await running.stop();
  return { readyMs, startCpu, startedCpu };
}
