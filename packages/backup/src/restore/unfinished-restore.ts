import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder in the data folder that a restore writes to. It is there from the beginning of a restore to its end. */
export function restoreFolder(dataDir: string): string {
  return join(dataDir, 'restoring');
}

/** Throws when a restore into this data folder has not ended: the service would show a part of what was restored. */
export async function refuseUnfinishedRestore(dataDir: string): Promise<void> {
  const folder = restoreFolder(dataDir);
  const found = await stat(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (found === null) return;
  throw new Error(
    `A restore into ${dataDir} has not ended. When it no longer runs, run the same "npm run palaver -- restore FILE" again: ` +
      `it finishes, or begins anew. To start without what was restored, remove ${folder} first.`,
  );
}
