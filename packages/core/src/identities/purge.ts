import { tables } from '@palaver/db';
import { purgeOlder } from '../kernel/sql/purge-older.js';
import type { Services } from '../procedures/services.js';

/** Removes the sign-ins that nobody came back from, and the codes that nobody exchanged. */
export async function purgeExpiredSignIns({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await purgeOlder(db, tables.signInAttempts.expiresAt, clock.now());
  await purgeOlder(db, tables.exchangeCodes.expiresAt, clock.now());
}
