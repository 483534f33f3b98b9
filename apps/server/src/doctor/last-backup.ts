import { readLastBackup } from '../last-backup.js';
import { type Check, ok, warn } from './check.js';

const HOUR_MS = 3_600_000;
/** Of daily backups one may be late. */
const OLD_MS = 48 * HOUR_MS;

/** When `palaver backup` was run with this data folder. */
export async function checkLastBackup(dataDir: string): Promise<Check> {
  const last = await readLastBackup(dataDir);
  const advice = 'Run npm run palaver -- backup FILE each night (docs/operations.md, Backup and restore).';
  if (last === null) {
    return warn('Backup', 'none was made with this data folder by palaver backup', advice);
  }
  const hours = Math.floor((Date.now() - last.getTime()) / HOUR_MS);
  const text = `the last one is ${hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`} old`;
  return hours * HOUR_MS > OLD_MS ? warn('Backup', text, advice) : ok('Backup', text);
}
