import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DataFolderInUseError, takeOwnership } from './owner-lock.js';
import { processStartTime } from './process-identity.js';
import { inTemporaryFolder } from './test-support.js';

/** The pid of a process that has ended. */
async function endedPid() {
  const child = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}

test('when many find the owner ended at once, exactly one takes ownership', () =>
  inTemporaryFolder(async (folder) => {
    await writeFile(
      join(folder, 'owner.lock.3'),
      JSON.stringify({ pid: await endedPid(), birth: 'long ago' }),
    );

    const attempts = await Promise.allSettled(Array.from({ length: 30 }, () => takeOwnership(folder)));
    const refused = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []));

    expect(refused).toHaveLength(29);
    expect(refused.every((reason) => reason instanceof DataFolderInUseError)).toBe(true);
    expect(await readdir(folder)).toEqual(['owner.lock.4']);
  }));

test('an owner has ended when another process has its pid', () =>
  inTemporaryFolder(async (folder) => {
    await writeFile(
      join(folder, 'owner.lock.1'),
      JSON.stringify({ pid: process.pid, birth: 'another start' }),
    );

    await expect(takeOwnership(folder)).resolves.toBeDefined();
  }));

test('a lock is free when it was released or is incomplete', () =>
  inTemporaryFolder(async (folder) => {
    await (await takeOwnership(folder)).release();
    await (await takeOwnership(folder)).release();
    await writeFile(join(folder, 'owner.lock.9'), '{"pid":1');

    await expect(takeOwnership(folder)).resolves.toBeDefined();
    await expect(takeOwnership(folder)).rejects.toBeInstanceOf(DataFolderInUseError);
  }));

test('a process has a start time while it runs', async () => {
  expect(await processStartTime(process.pid)).toBe(await processStartTime(process.pid));
  expect(await processStartTime(process.pid)).not.toBe(await processStartTime(process.ppid));
  expect(await processStartTime(await endedPid())).toBeUndefined();
});
