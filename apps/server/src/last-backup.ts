import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const pathIn = (dataDir: string) => join(dataDir, 'last-backup');

/** Notes in the data folder when a backup was made, for `palaver doctor`. A folder that cannot be written keeps the backup valid. */
export async function noteBackup(dataDir: string, takenAt: string): Promise<void> {
  await writeFile(pathIn(dataDir), `${takenAt}\n`, { mode: 0o600 }).catch(() => undefined);
}

/** When the last backup was made; null where none is known. */
export async function readLastBackup(dataDir: string): Promise<Date | null> {
  const text = await readFile(pathIn(dataDir), 'utf8').catch(() => '');
  const at = new Date(text.trim());
  return Number.isNaN(at.getTime()) ? null : at;
}
