import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { soleNode, systemClock } from '@palaver/core';
import { createDatabase, type DatabaseHandle, newId, tables } from '@palaver/db';
import { createTestDatabase, type TestDatabase } from '@palaver/db/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { resetSecretKey } from '../cli/reset-secret-key.js';
import { protectDataFolder } from '../data-folder.js';
import { claimSecretKey, SecretKeyError, secretsOf } from './open-secrets.js';

const [KEY, OTHER_KEY] = ['k'.repeat(32), 'o'.repeat(32)];

let database: TestDatabase;
let handle: DatabaseHandle;
let dataDir: string;
beforeEach(async () => {
  database = await createTestDatabase();
  handle = createDatabase(database.connection, { max: 4 });
  dataDir = await mkdtemp(join(tmpdir(), 'palaver-key-'));
});
afterEach(async () => {
  await handle.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function open(secretKey: string | null, nodes = soleNode(), previousSecretKey: string | null = null) {
  const secrets = await secretsOf({ secretKey, previousSecretKey, dataDir });
  await claimSecretKey(secrets, { db: handle.db, nodes, clock: systemClock });
  return secrets;
}

/** Seals a secret of a new account. */
async function seal(): Promise<void> {
  const id = newId();
  const createdAt = new Date();
  await handle.db.insert(tables.users).values({ id, username: 'alice', displayName: 'Alice', createdAt });
  await handle.db.insert(tables.totpSecrets).values({ userId: id, sealed: 'sealed', createdAt });
}

test('a key is made once, for the service alone, also by many processes at once', async () => {
  const opened = await Promise.all([1, 2, 3, 4].map(() => open(null)));
  expect(new Set(opened.map(({ fingerprint }) => fingerprint)).size).toBe(1);
  const path = join(dataDir, 'secret-key');
  expect((await readFile(path, 'utf8')).trim()).toMatch(/^[\w-]{43}$/);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await open(null)).fingerprint).toBe(opened[0]?.fingerprint);
  await chmod(path, 0o644);
  await protectDataFolder(dataDir);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('another key stops the start where secrets are sealed, until these are removed', async () => {
  await open(KEY);
  await seal();
  await open(KEY);
  const refusal = await open(OTHER_KEY).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(SecretKeyError);
  expect(String(refusal)).toMatch(/SECRET_KEY: .*reset-secret-key --yes/);
  expect(String(refusal)).not.toContain(OTHER_KEY);
  await open(KEY);

  const { stdin, stdout, stderr } = process;
  const terminal = { env: { DATABASE_URL: database.url, SECRET_KEY: OTHER_KEY }, stdin, stdout, stderr };
  await expect(async () => resetSecretKey(terminal, false)).rejects.toThrow('--yes');
  expect((await resetSecretKey(terminal, true)).data).toEqual({ authenticatorApps: 1, webhookSecrets: 0 });
  await open(OTHER_KEY);
});

test('another key takes over where nothing is sealed and no other node lives, as after a restore', async () => {
  await open(KEY);
  await open(OTHER_KEY);
  await seal();
  await expect(open(KEY)).rejects.toThrow(SecretKeyError);
});

test('another key than that of a living node stops the start', async () => {
  await open(KEY);
  const besideOther = { ...soleNode(), others: () => new Set([newId()]) };
  await open(KEY, besideOther);
  await expect(open(OTHER_KEY, besideOther)).rejects.toThrow(/the same value on all nodes/);
});
