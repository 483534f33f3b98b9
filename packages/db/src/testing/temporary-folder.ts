import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A run of the tests needs less. */
const ENOUGH_BYTES = 2 * 1024 ** 3;

/** Makes a folder, mode 0700, for a temporary database; in memory if there is room, which is several times faster. */
export async function temporaryFolder(prefix: string): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => undefined);
  if (memory && memory.bavail * memory.bsize > ENOUGH_BYTES) {
    const folder = await mkdtemp(join('/dev/shm', prefix)).catch(() => undefined);
    if (folder) return folder;
  }
  return await mkdtemp(join(tmpdir(), prefix));
}
