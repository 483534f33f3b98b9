import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TOP = fileURLToPath(new URL('../../../../', import.meta.url));
const PASSED = join(TOP, '.cache/passed');

/**
 * Runs a check by programs that take seconds, unless it has passed in this checkout with the same inputs, the same installed
 * packages and the same test file. It must depend on nothing else. In a fresh clone it always runs.
 */
export async function unlessPassed(
  testFile: string,
  inputs: readonly string[],
  check: () => Promise<void>,
): Promise<void> {
  const texts = await Promise.all(
    [testFile, join(TOP, 'pnpm-lock.yaml')].map((file) => readFile(file, 'utf8')),
  );
  const hash = createHash('sha256').update(JSON.stringify([...texts, ...inputs]));
  const mark = join(PASSED, hash.digest('hex'));
  if (existsSync(mark)) return;
  await check();
  await mkdir(PASSED, { recursive: true });
  await writeFile(mark, '');
}
