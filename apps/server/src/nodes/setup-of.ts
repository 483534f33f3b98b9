import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { NodeSetup, Secrets } from '@palaver/core';
import type { Config } from '../config/config.js';

/** What this node has in common with all others of its database. */
export async function setupOf(
  { redisUrl, dataDir, s3 }: Pick<Config, 'redisUrl' | 'dataDir' | 's3'>,
  secrets: Pick<Secrets, 'fingerprint' | 'previousFingerprint'>,
): Promise<NodeSetup> {
  return {
    files:
      s3 === null ? await idOfFolder(join(dataDir, 'files')) : printOf(s3.endpoint, s3.bucket, s3.prefix),
    redis: redisUrl === null ? 'none' : printOfServer(redisUrl),
    keys: [secrets.fingerprint, secrets.previousFingerprint]
      .flatMap((print) => (print === null ? [] : [printOf(print)]))
      .join(' '),
  };
}

const ID_LENGTH = 36;

/** The same path can be another folder on another machine, so the folder has an id of its own. */
async function idOfFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'store-id');
  await writeFile(path, randomUUID(), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  // Another node may have made the file at this moment, and its content comes after it.
  for (let tries = 0; tries < 100; tries++) {
    const id = await readFile(path, 'utf8');
    if (id.length === ID_LENGTH) return id;
    await setTimeout(10);
  }
  throw new Error(`${path} has no id. Remove it: the next start writes it anew.`);
}

function printOfServer(url: string): string {
  const { host, pathname } = new URL(url);
  return printOf(host, pathname);
}

/** Tells no address to who reads the database. */
function printOf(...parts: ReadonlyArray<string | null>): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}
