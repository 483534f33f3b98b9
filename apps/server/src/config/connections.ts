import type { Config } from './config.js';

/** Of a node: for what compares its streams with the log. A second one, as a lost connection may take seconds to be given up. */
export const COMPARING_CONNECTIONS = 2;
/** Of a node: also for its row, its bus, its clock and the shared rate limits. */
const BESIDE_POOL = COMPARING_CONNECTIONS + 7;

/** The most connections to Postgres that all processes of this configuration open together. */
export function mostConnections({ workers, databasePool }: Pick<Config, 'workers' | 'databasePool'>): number {
  return workers * (databasePool + BESIDE_POOL);
}
