import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The data folders of a test's processes. */
export function temporaryFolders() {
  const paths: string[] = [];
  return {
    paths,
    make: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'palaver-process-'));
      paths.push(folder);
      return folder;
    },
    remove: async () => {
      for (const folder of paths.splice(0)) {
        await rm(folder, { recursive: true, force: true, maxRetries: 20 });
      }
    },
  };
}
