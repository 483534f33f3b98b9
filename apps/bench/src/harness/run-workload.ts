import { once } from 'node:events';
import type { BenchPostgres } from '../postgres/bench-postgres.js';
import type { CellResult } from './cell.js';
import { evaluateGoals } from './goals.js';
import type { WorkloadResult } from './results.js';
import { measureCell } from './rounds.js';
import type { Bench, Workload } from './workload.js';

/** When other programs use at least this share of the machine's CPU time, a note says so. */
const NOTABLE_NOISE = 0.03;

export interface RunOptions {
  readonly rounds: number;
  readonly seconds: number;
  /** Only cells whose name contains this are measured. */
  readonly match: string;
  /** Where large databases stay. */
  readonly large: string;
}

export interface RunListener {
  /** Aborted when the user interrupts the run: everything is still stopped and removed. */
  readonly signal: AbortSignal;
  onWorkload(workload: Workload): void;
  onCell(cell: CellResult): void;
}

export interface RunContext {
  readonly options: RunOptions;
  readonly folder: string;
  readonly postgres: BenchPostgres;
  readonly listener: RunListener;
  /** The versions of the programs that take part; filled by the workloads. */
  readonly versions: Record<string, string>;
}

/** What a workload produces while it runs. */
interface Output {
  readonly cells: CellResult[];
  readonly notes: string[];
  readonly started: { stop(): Promise<void> }[];
}

/** Runs one workload and stops what it started. A failure is part of the result, so that the next workload can run. */
export async function runWorkload(workload: Workload, context: RunContext): Promise<WorkloadResult> {
  const { signal } = context.listener;
  const output: Output = { cells: [], notes: [], started: [] };
  let failure: string | null = null;
  try {
    await Promise.race([workload.run(benchFor(context, output)), rejectOnAbort(signal)]);
  } catch (error) {
    signal.throwIfAborted();
    failure = error instanceof Error ? error.message : String(error);
  } finally {
    await stopAll(output);
  }
  const { name, title, goals } = workload;
  const { cells, notes } = output;
  return { name, title, cells, notes, goals: evaluateGoals(goals, cells), failure };
}

/** A failure to stop one does not keep the rest running. */
async function stopAll({ started, notes }: Output): Promise<void> {
  for (const one of started.toReversed()) {
    await one.stop().catch((error: unknown) => notes.push(`Something could not be stopped: ${error}`));
  }
}

function benchFor({ options, folder, postgres, listener, versions }: RunContext, output: Output): Bench {
  const isSelected = (...names: readonly string[]) => names.some((name) => name.includes(options.match));
  return {
    rounds: options.rounds,
    seconds: options.seconds,
    folder,
    largeFolder: options.large,
    postgres,
    isSelected,
    recordVersion(program, version) {
      versions[program] = version;
    },
    addNote: (text) => void output.notes.push(text),
    stopAtEnd(started) {
      listener.signal.throwIfAborted();
      output.started.push(started);
      return started;
    },
    async measureCell(cell) {
      if (!isSelected(cell.name)) return;
      const result = await measureCell(cell, cell.rounds ?? options.rounds);
      output.cells.push(result);
      output.notes.push(...noiseNotes(result));
      listener.onCell(result);
    },
  };
}

async function rejectOnAbort(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw new Error('Interrupted.');
}

function noiseNotes({ name, summary }: CellResult): string[] {
  const most = Math.max(...Object.values(summary).map(({ noise }) => noise?.median ?? 0));
  if (most < NOTABLE_NOISE) return [];
  return [`${name}: other programs used ${Math.round(most * 100)} % of the CPU time during the measurement.`];
}
