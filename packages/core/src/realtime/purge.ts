import { tables } from '@palaver/db';
import { purgeOlder } from '../kernel/sql/purge-older.js';
import type { Services } from '../procedures/services.js';

/** Removes the tickets that have expired without being used. Returns how many. */
export function purgeExpiredTickets({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return purgeOlder(db, tables.wsTickets.expiresAt, clock.now());
}
