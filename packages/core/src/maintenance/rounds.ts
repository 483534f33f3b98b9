import { whileLocked } from '@palaver/db';
import type { Services } from '../procedures/services.js';
import { maintain } from './maintain.js';
import { createSweep } from './sweep.js';

/** Any constant, the same on every node. */
const MAINTENANCE_LOCK = 7_252_840;

/**
 * Makes the function that does one round of clean-up: old rows, then files without rows. It does nothing, and returns false,
 * while another node is at it. When that node dies, its session ends, and the next round of any node goes on.
 */
export function createRounds(
  services: Pick<Services, 'db' | 'clock' | 'files' | 'settings' | 'log'>,
): () => Promise<boolean> {
  const sweep = createSweep(services);
  return async () => {
    const done = await whileLocked(services.db.$client, MAINTENANCE_LOCK, async () => {
      await maintain(services);
      await sweep();
      return true;
    });
    return done === true;
  };
}
