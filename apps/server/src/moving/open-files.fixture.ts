import { readdir, readlink, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestService } from '../testing/test-service.js';

/** The stored files of a service that this process has open; none where the system does not say. */
export async function openFilesOf({ dataDir }: Pick<TestService, 'dataDir'>): Promise<string[]> {
  const numbers = await readdir('/proc/self/fd').catch(() => []);
  const paths = await Promise.all(numbers.map((n) => readlink(`/proc/self/fd/${n}`).catch(() => '')));
  // The nodes of a test share the folder by a link, which goes with the service.
  const folder = await realpath(join(dataDir, 'files')).catch(() => join(tmpdir(), 'palaver-files-'));
  return paths.filter((path) => path.startsWith(folder));
}
