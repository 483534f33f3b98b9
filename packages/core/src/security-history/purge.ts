import { tables } from '@palaver/db';
import { purgeOlder } from '../kernel/sql/purge-older.js';
import type { Services } from '../procedures/services.js';

/** For how long the history goes back, in milliseconds. */
const KEPT_MS = 365 * 24 * 3600 * 1000;

/** Removes what is older than the history goes back. */
export async function purgeSecurityEvents({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await purgeOlder(db, tables.securityEvents.createdAt, new Date(clock.now().getTime() - KEPT_MS));
}
