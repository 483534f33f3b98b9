import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const KEY_BYTES = 32;

const pathIn = (dataDir: string) => join(dataDir, 'secret-key');

/** Whether an error of the file system has this code. */
const isCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;

/**
 * The key in the data folder, which is made where there is none. The file appears with its whole content, so that of several
 * processes that start at once each reads the same key.
 */
export async function keyFromFile(dataDir: string): Promise<string> {
  const path = pathIn(dataDir);
  const kept = await readKeyFile(dataDir);
  if (kept !== null) return kept;
  const draft = join(dataDir, `secret-key.${randomUUID()}`);
  await writeFile(draft, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    await link(draft, path);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readKeyFile(dataDir)) ?? keyFromFile(dataDir);
}

/** The key in the data folder; null where there is none. */
export async function readKeyFile(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(pathIn(dataDir), 'utf8')).trim();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}
