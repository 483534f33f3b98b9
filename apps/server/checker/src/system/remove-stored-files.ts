import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes the files of all attachments, and leaves their rows. */
export function removeStoredFiles(dataDir: string): Promise<void> {
  return rm(join(dataDir, 'files', 'attachments'), { recursive: true });
}
