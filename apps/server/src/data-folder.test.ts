import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { protectDataFolder } from './data-folder.js';

let dataDir: string;

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'palaver-modes-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  dataDir = join(folder, 'data');
});

const modeOf = async (path = '') => (await stat(join(dataDir, path))).mode & 0o777;

test('a folder that others could read is private again', async () => {
  await mkdir(join(dataDir, 'files/arriving'), { recursive: true });
  await mkdir(join(dataDir, 'postgres'));
  await writeFile(join(dataDir, 'postgres/password'), 'secret');
  for (const path of ['', 'files', 'postgres', 'postgres/password']) await chmod(join(dataDir, path), 0o777);
  await protectDataFolder(dataDir);
  expect([await modeOf(), await modeOf('files')]).toEqual([0o700, 0o700]);
  expect(await modeOf('postgres')).toBe(process.getuid?.() === 0 ? 0o711 : 0o700);
  expect(await modeOf('postgres/password')).toBe(0o600);
});

test('a new folder is private', async () => {
  await protectDataFolder(dataDir);
  expect(await modeOf()).toBe(0o700);
});

test('a folder that Postgres would refuse, because others may enter it, is private again', async () => {
  await mkdir(join(dataDir, 'postgres/cluster'), { recursive: true });
  await chmod(join(dataDir, 'postgres/cluster'), 0o755);
  await protectDataFolder(dataDir);
  expect(await modeOf('postgres/cluster')).toBe(0o750);
});

test('a folder that holds other things too keeps its own mode', async () => {
  await mkdir(join(dataDir, 'files'), { recursive: true });
  await writeFile(join(dataDir, 'of-somebody-else'), '');
  for (const path of ['', 'files']) await chmod(join(dataDir, path), 0o755);
  await protectDataFolder(dataDir);
  expect([await modeOf(), await modeOf('files')]).toEqual([0o755, 0o700]);
});
