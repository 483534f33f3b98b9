import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from '../../harness/workload.js';
import type { Target } from '../target.js';
import { type Palaver, startPalaver, startPalaverProcess } from './palaver.js';

/** A Palaver of several processes on one database; it is itself the first of them. */
export interface PalaverNodes extends Palaver {
  readonly nodes: readonly Target[];
}

/** Starts `count` nodes on a database of their own. `environment` is added to that of each. */
export async function startPalaverNodes(
  bench: Bench,
  count: number,
  counts: { channels: number; accounts: number },
  environment: Readonly<Record<string, string>> = {},
): Promise<PalaverNodes> {
  const dataDir = await mkdtemp(join(bench.folder, 'palaver-nodes-'));
  // All nodes have one folder, as they must find each other's files.
  const first = await startPalaver(bench, counts, { ...environment, DATA_DIR: dataDir });
  const nodes: Target[] = [first];
  while (nodes.length < count) {
    const databaseUrl = first.database.url;
    nodes.push(bench.stopAtEnd(await startPalaverProcess({ dataDir, databaseUrl, environment })));
  }
  return { ...first, nodes };
}
