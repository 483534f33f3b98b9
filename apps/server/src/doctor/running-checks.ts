import type { DatabaseHandle } from '@palaver/db';
import type { Config } from '../config/config.js';
import type { Check } from './check.js';
import { checkDataFolder } from './data-folder.js';
import { checkConnected } from './database.js';
import { checkDependencies } from './dependencies.js';
import { checkAddress, checkProxies } from './network.js';
import { checkNode } from './node.js';
import { checkReachable } from './public-address.js';

/** An answer is given again for so long: each costs a connection to every dependency. */
const KEPT_MS = 10_000;

/** Makes the checks of a service that runs. Who asks meanwhile, or within ten seconds, gets the same answer. */
export function runningChecks(
  config: Config,
  database: Pick<DatabaseHandle, 'sql' | 'db'>,
): () => Promise<readonly Check[]> {
  let last: { readonly found: Promise<readonly Check[]>; readonly at: number } | null = null;
  return () => {
    if (last === null || performance.now() - last.at > KEPT_MS) {
      const found = checkAll(config, database);
      last = { found, at: performance.now() };
      // The next one tries again.
      found.catch(() => {
        last = null;
      });
    }
    return last.found;
  };
}

async function checkAll(config: Config, database: Pick<DatabaseHandle, 'sql' | 'db'>): Promise<Check[]> {
  const { publicUrl } = config;
  const parts = await Promise.all([
    checkDataFolder(config),
    checkConnected(config, database),
    checkAddress(config),
    publicUrl === null ? [] : checkReachable(publicUrl),
    checkProxies(config),
    checkDependencies(config),
  ]);
  return [checkNode(process.versions.node), ...parts.flat()];
}
