import { join } from 'node:path';
import { startPalaverProcess } from '../contestants/palaver/palaver.js';
import type { Sample } from '../harness/rounds.js';
import type { Bench, Workload } from '../harness/workload.js';
import { startLoad } from '../load/load.js';
import { memoryOf } from './memory-turn.js';
import { floorToStart, palaverToStart, type Start, type Startable } from './startable.js';

const START = 'start on an existing database';
const START_ALL = 'start with a Postgres of its own';
const MEMORY = 'memory';

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
    const floor = await floorToStart(bench);
    const palaver = await palaverToStart(bench);
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

async function measureMemory(bench: Bench, floor: Startable, palaver: Startable): Promise<void> {
  const load = bench.keep(startLoad());
  await bench.measureCell({
    name: MEMORY,
    reference: 'floor',
    headline: 'idleMb',
    contestants: { floor: () => memoryOf(floor, load), palaver: () => memoryOf(palaver, load) },
  });
}

/** Starts it, and stops it once it has answered. */
async function timed(start: Start): Promise<Sample> {
  const begun = performance.now();
  const running = await start();
  const readyMs = performance.now() - begun;
  await running.stop();
  return { readyMs };
}
