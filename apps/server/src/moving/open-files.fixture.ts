import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestService } from '../testing/test-service.js';

/** The stored files of a service that this process has open; none where the system does not say. */
export async function openFilesOf({ dataDir }: Pick<TestService, 'dataDir'>): Promise<string[]> {
  const numbers = await readdir('/proc/self/fd').catch(() => []);
  const paths = await Promise.all(numbers.map((n) => readlink(`/proc/self/fd/${n}`).catch(() => '')));
  return paths.filter((path) => path.startsWith(join(dataDir, 'files')));
}
