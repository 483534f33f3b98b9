import { cp } from 'node:fs/promises';
import { locateBinaries } from '../embedded/binaries.js';
import { ensureCluster } from '../embedded/cluster.js';
import { chooseLauncher } from '../embedded/launcher.js';
import { openDataFolder } from '../embedded/layout.js';
import type { ServerSettings } from '../embedded/settings.js';

const VARIABLE = 'PALAVER_TEST_CLUSTER';

/** Makes the cluster of the run's own server, and keeps a copy of it as it is before its first start. */
export async function makeCluster(dataDir: string, copy: string, settings: ServerSettings): Promise<void> {
  const layout = await openDataFolder(dataDir);
  const binaries = await locateBinaries();
  const launcher = await chooseLauncher(binaries, layout.cluster);
  await ensureCluster(binaries, launcher, layout, settings);
  await cp(dataDir, copy, { recursive: true });
  process.env[VARIABLE] = copy;
}

/**
 * Puts a cluster that has never run into the empty data folder of an embedded Postgres: to make one costs more than anything
 * else in a first start. It is for tests of something else. Where the run has no server of its own, the start makes it.
 */
export async function placeCluster(dataDir: string): Promise<void> {
  const copy = process.env[VARIABLE];
  if (copy !== undefined) await cp(copy, dataDir, { recursive: true });
}
