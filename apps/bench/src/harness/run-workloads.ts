import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startBenchPostgres } from '../postgres/bench-postgres.js';
import { describeEnvironment } from './environment.js';
import type { Results, WorkloadResult } from './results.js';
import { type RunListener, type RunOptions, runWorkload } from './run-workload.js';
import type { Workload } from './workload.js';

/**
 * Runs the workloads one after the other, with a Postgres of their own in a new folder below `parent`, which is removed
 * at the end. `parent` must be on a disk: in memory an fsync would cost nothing.
 */
export async function runWorkloads(
  selected: readonly Workload[],
  options: RunOptions,
  parent: string,
  listener: RunListener,
): Promise<Results> {
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'run-'));
  try {
    return await runIn(folder, selected, options, listener);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runIn(
  folder: string,
  selected: readonly Workload[],
  options: RunOptions,
  listener: RunListener,
): Promise<Results> {
  const postgres = await startBenchPostgres(folder);
  try {
    const workloads: WorkloadResult[] = [];
    const versions: Record<string, string> = { Postgres: postgres.version };
    for (const workload of selected) {
      listener.onWorkload(workload);
      workloads.push(await runWorkload(workload, { options, folder, postgres, listener, versions }));
    }
    const { rounds, seconds } = options;
    return { environment: describeEnvironment(versions), rounds, seconds, workloads };
  } finally {
    await postgres.stop();
  }
}
