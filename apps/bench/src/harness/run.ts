import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Options } from '../options.js';
import { describeEnvironment } from './environment.js';
import { judgeGoals } from './goals.js';
import { type BenchPostgres, startBenchPostgres } from './postgres.js';
import type { CellResult, Results, WorkloadResult } from './results.js';
import { alternate, type CellSpec, summarise } from './rounds.js';
import type { Bench, Workload } from './workload.js';

/** From this share on, what others used of the machine's CPU time is told beside the figures. */
const NOTABLE_NOISE = 0.03;

export interface RunListener {
  /** Aborted, when the person waits no longer: everything is stopped and removed all the same. */
  readonly signal: AbortSignal;
  /** Something to tell the person who waits. */
  say(text: string): void;
  onCell(cell: CellResult): void;
}

/** Runs the workloads one after the other, on a Postgres of their own below `parent`, which is removed after. */
export async function runWorkloads(
  chosen: readonly Workload[],
  options: Options,
  parent: string,
  listener: RunListener,
): Promise<Results> {
  await mkdir(parent, { recursive: true });
  // On a real disk, beside the product's own data: in memory an fsync would cost nothing.
  const folder = await mkdtemp(join(parent, 'run-'));
  try {
    const postgres = await startBenchPostgres(folder);
    try {
      const workloads: WorkloadResult[] = [];
      const versions: Record<string, string> = { Postgres: postgres.version };
      for (const workload of chosen) {
        listener.say(workload.title);
        workloads.push(await runOne(workload, { options, folder, postgres, listener, versions }));
      }
      const { rounds, seconds } = options;
      return { environment: describeEnvironment(versions), rounds, seconds, workloads };
    } finally {
      await postgres.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Setting {
  readonly options: Options;
  readonly folder: string;
  readonly postgres: BenchPostgres;
  readonly listener: RunListener;
  /** Of the programs that take part; filled as they do. */
  readonly versions: Record<string, string>;
}

async function runOne(workload: Workload, setting: Setting): Promise<WorkloadResult> {
  const { signal } = setting.listener;
  const found: Found = { cells: [], notes: [], kept: [] };
  let failure: string | null = null;
  try {
    await Promise.race([workload.run(benchFor(setting, found)), whenAborted(signal)]);
  } catch (error) {
    signal.throwIfAborted();
    // The others are measured all the same.
    failure = error instanceof Error ? error.message : String(error);
  } finally {
    for (const started of found.kept.reverse()) await started.stop();
  }
  const { name, title, goals } = workload;
  const { cells, notes } = found;
  return { name, title, cells, notes, goals: judgeGoals(goals, cells), failure };
}

/** What a workload leaves behind, filled as it runs. */
interface Found {
  readonly cells: CellResult[];
  readonly notes: string[];
  readonly kept: { stop(): Promise<void> }[];
}

function benchFor({ options, folder, postgres, listener, versions }: Setting, found: Found): Bench {
  const wants = (...names: readonly string[]) => names.some((name) => name.includes(options.match));
  return {
    rounds: options.rounds,
    seconds: options.seconds,
    folder,
    postgres,
    wants,
    uses(program, version) {
      versions[program] = version;
    },
    note: (text) => found.notes.push(text),
    keep(started) {
      listener.signal.throwIfAborted();
      found.kept.push(started);
      return started;
    },
    async measureCell(cell) {
      if (!wants(cell.name)) return;
      const result = await measureCell(cell, options.rounds);
      found.cells.push(result);
      found.notes.push(...noiseNote(result));
      listener.onCell(result);
    },
  };
}

async function measureCell(cell: CellSpec, count: number): Promise<CellResult> {
  const { name, reference, headline, contestants } = cell;
  const rounds = await alternate(contestants, count);
  return { name, reference, headline, summary: summarise(rounds, reference), rounds };
}

async function whenAborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw new Error('Interrupted.');
}

function noiseNote({ name, summary }: CellResult): string[] {
  const most = Math.max(...Object.values(summary).map(({ noise }) => noise?.median ?? 0));
  if (most < NOTABLE_NOISE) return [];
  return [`${name}: something else used ${Math.round(most * 100)} % of the CPU time meanwhile.`];
}
