import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Options } from '../options.js';
import { describeEnvironment } from './environment.js';
import { type BenchPostgres, startBenchPostgres } from './postgres.js';
import type { CellResult, Results } from './results.js';
import { alternate, type CellSpec, summarise } from './rounds.js';
import type { Bench, Workload } from './workload.js';

/** From this share on, what others used of the machine's CPU time is told beside the figures. */
const NOTABLE_NOISE = 0.03;

export interface RunListener {
  /** Something to tell the person who waits. */
  say(text: string): void;
  onCell(cell: CellResult): void;
}

/** Runs the workloads one after the other, on a Postgres of their own below `parent`, which is removed after. */
export async function runWorkloads(
  workloads: readonly Workload[],
  options: Options,
  parent: string,
  listener: RunListener,
): Promise<Results> {
  await mkdir(parent, { recursive: true });
  // On a real disk, beside the product's own data: in memory an fsync would cost nothing.
  const folder = await mkdtemp(join(parent, 'run-'));
  const found = { cells: [] as CellResult[], notes: [] as string[] };
  try {
    const postgres = await startBenchPostgres(folder);
    try {
      for (const workload of workloads) {
        listener.say(workload.title);
        await runOne(workload, { options, folder, postgres, found, listener });
      }
    } finally {
      await postgres.stop();
    }
    const { rounds, seconds } = options;
    return { environment: describeEnvironment(postgres.version), rounds, seconds, ...found };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Setting {
  readonly options: Options;
  readonly folder: string;
  readonly postgres: BenchPostgres;
  readonly found: { cells: CellResult[]; notes: string[] };
  readonly listener: RunListener;
}

async function runOne(workload: Workload, setting: Setting): Promise<void> {
  const { options, folder, postgres, found } = setting;
  const kept: { stop(): Promise<void> }[] = [];
  const wants = (...cells: readonly string[]) => cells.some((cell) => cell.includes(options.match));
  const bench: Bench = {
    rounds: options.rounds,
    seconds: options.seconds,
    folder,
    postgres,
    wants,
    note: (text) => found.notes.push(text),
    keep(started) {
      kept.push(started);
      return started;
    },
    async measureCell(cell) {
      if (wants(cell.name)) await measureCell({ workload: workload.name, ...cell }, setting);
    },
  };
  try {
    await workload.run(bench);
  } finally {
    for (const started of kept.reverse()) await started.stop();
  }
}

async function measureCell(cell: CellSpec, { options, found, listener }: Setting): Promise<void> {
  const { workload, name, reference, headline } = cell;
  const rounds = await alternate(cell.contestants, options.rounds);
  const result: CellResult = {
    workload,
    name,
    reference,
    headline,
    summary: summarise(rounds, reference),
    rounds,
  };
  found.cells.push(result);
  const noise = Object.values(result.summary).map(({ noise }) => noise?.median ?? 0);
  if (Math.max(...noise) >= NOTABLE_NOISE) {
    const percent = noise.map((share) => `${Math.round(share * 100)} %`).join(', ');
    found.notes.push(`${workload} ${name}: others used ${percent} of the CPU time meanwhile.`);
  }
  listener.onCell(result);
}
