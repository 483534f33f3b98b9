import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DataFolderInUseError, takeOwnership } from './owner-lock.js';
import { processBirth } from './process-identity.js';
import { inTemporaryFolder } from './test-support.js';

async function deadProcess() {
  const child = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}

test('of many who find a dead holder at once, exactly one takes over', () =>
  inTemporaryFolder(async (folder) => {
    await writeFile(
      join(folder, 'owner.lock.3'),
      JSON.stringify({ pid: await deadProcess(), birth: 'long ago' }),
    );

    const attempts = await Promise.allSettled(Array.from({ length: 30 }, () => takeOwnership(folder)));
    const refused = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []));

    expect(refused).toHaveLength(29);
    expect(refused.every((reason) => reason instanceof DataFolderInUseError)).toBe(true);
    expect(await readdir(folder)).toEqual(['owner.lock.4']);
  }));

test('a holder whose number another process has now is dead', () =>
  inTemporaryFolder(async (folder) => {
    await writeFile(
      join(folder, 'owner.lock.1'),
      JSON.stringify({ pid: process.pid, birth: 'another life' }),
    );

    await expect(takeOwnership(folder)).resolves.toBeDefined();
  }));

test('what was released, or torn by a power failure, is free', () =>
  inTemporaryFolder(async (folder) => {
    await (await takeOwnership(folder)).release();
    await (await takeOwnership(folder)).release();
    await writeFile(join(folder, 'owner.lock.9'), '{"pid":1');

    await expect(takeOwnership(folder)).resolves.toBeDefined();
    await expect(takeOwnership(folder)).rejects.toBeInstanceOf(DataFolderInUseError);
  }));

test('a process has a birth while it lives', async () => {
  expect(await processBirth(process.pid)).toBe(await processBirth(process.pid));
  expect(await processBirth(process.pid)).not.toBe(await processBirth(process.ppid));
  expect(await processBirth(await deadProcess())).toBeUndefined();
});
