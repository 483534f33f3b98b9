import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createWorld, type World } from '@palaver/core/testing';
import { connect } from '@palaver/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  backUpToFile,
  filesFolderOf,
  filesOf,
  newTarget,
  removeAll,
  restoreFrom,
  rowsOf,
} from './backup.fixture.js';
import { restore } from './index.js';
import { populate } from './populate.fixture.js';
import { refuseUnfinishedRestore } from './restore/unfinished-restore.js';

let world: World;
let path: string;

beforeAll(async () => {
  world = await createWorld();
  await populate(world);
  ({ path } = await backUpToFile(world));
});
afterAll(async () => {
  await world.close();
  await removeAll();
});

test('a folder without a restore, or after one, may be used', async () => {
  const target = await newTarget();
  await refuseUnfinishedRestore(target.dataDir);
  await restoreFrom(path, target);
  await refuseUnfinishedRestore(target.dataDir);
});

test.each([
  ['its first moment', async () => undefined],
  ['the files', (folder: string) => writeFile(join(folder, 'id'), 'no such restore')],
])(
  'a restore that was killed at %s keeps the service from starting, and the next one begins anew',
  async (_, leave) => {
    const target = await newTarget();
    const folder = join(target.dataDir, 'restoring');
    await mkdir(join(folder, 'files/attachments'), { recursive: true });
    await writeFile(join(folder, 'files/attachments/half'), 'half');
    await leave(folder);
    await expect(refuseUnfinishedRestore(target.dataDir)).rejects.toThrow('A restore into');

    expect(await restoreFrom(path, target)).not.toBeNull();
    expect(await filesOf(join(target.dataDir, 'files'))).toEqual(await filesOf(filesFolderOf(world)));
    expect(await readdir(target.dataDir)).toEqual(['files']);
  },
);

test.each(['before its files were in place', 'when they were'])(
  'a restore that was killed after its COMMIT, %s, is finished by the next one',
  async (when) => {
    const target = await newTarget();
    await restoreFrom(path, target);
    // As it was a moment before the end.
    const folder = join(target.dataDir, 'restoring');
    await mkdir(folder);
    await writeFile(join(folder, 'id'), await restoreIdOf(target.connection));
    if (when.startsWith('before')) await rename(join(target.dataDir, 'files'), join(folder, 'files'));
    await expect(refuseUnfinishedRestore(target.dataDir)).rejects.toThrow('A restore into');

    expect(await restoreFrom(path, target)).toBeNull();
    expect(await rowsOf(target.connection)).toEqual(await rowsOf(world.connection));
    expect(await filesOf(join(target.dataDir, 'files'))).toEqual(await filesOf(filesFolderOf(world)));
    expect(await readdir(target.dataDir)).toEqual(['files']);
  },
);

test('a restore whose database goes away is undone', async () => {
  const target = await newTarget();
  const killer = connect(target.connection, { max: 1, connection: { application_name: 'killer' } });
  const bytes = await readFile(path);
  const input = new PassThrough();
  input.write(bytes.subarray(0, -100));
  const done = restore({ ...target, input });
  done.catch(() => undefined);
  const loading = () => killer`
    select 1 from pg_stat_activity where application_name = 'palaver backup' and datname = current_database()
      and xact_start is not null`;
  await expect.poll(async () => (await loading()).length).toBe(1);
  await expect.poll(() => readdir(target.dataDir).catch(() => [])).toEqual(['restoring']);
  await killer`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where application_name = 'palaver backup' and datname = current_database()`;
  input.end(bytes.subarray(-100));
  await expect(done).rejects.toThrow();
  expect(await readdir(target.dataDir)).toEqual([]);
  expect(await killer`select 1 from users`).toEqual([]);
  await killer.end();
});

async function restoreIdOf(connection: World['connection']): Promise<string> {
  const sql = connect(connection, { max: 1 });
  const [row] = await sql<{ mark: string }[]>`
    select obj_description('drizzle.__drizzle_migrations'::regclass, 'pg_class') as mark`;
  await sql.end();
  return row?.mark.replace('palaver restore ', '') ?? '';
}
