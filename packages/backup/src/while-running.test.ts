import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { createRounds } from '@palaver/core';
import { createWorld, type World } from '@palaver/core/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  filesFolderOf,
  filesOf,
  newFolder,
  newTarget,
  noise,
  removeAll,
  restoreFrom,
  rowsOf,
  sourceOf,
} from './backup.fixture.js';
import { backUp, type Progress } from './index.js';
import { type Populated, populate, upload } from './populate.fixture.js';

let world: World;
let people: Populated;

beforeAll(async () => {
  world = await createWorld();
  people = await populate(world);
  const { $client } = world.services.db;
  // More than all buffers between the database and the output take together.
  for (let n = 0; n < 30; n += 1) {
    await $client.unsafe(`insert into events (stream_id, seq, frame, created_at)
      values (gen_random_uuid(), 1, ${noise(1_000_000)}, now())`);
  }
});
afterAll(async () => {
  await world.close();
  await removeAll();
});

/** A backup whose output nobody reads yet. */
function stalledBackup() {
  const output = new PassThrough();
  let progress: Progress = { table: null, rows: 0, files: 0, bytes: 0 };
  const done = backUp({
    ...sourceOf(world),
    output,
    onProgress: (now) => {
      progress = now;
    },
  });
  done.catch(() => undefined);
  const stalled = async () => {
    await once(output, 'readable');
    for (let before = -1; progress.bytes !== before; await setTimeout(200)) before = progress.bytes;
    return progress;
  };
  return { output, done, stalled };
}

test('a backup whose output is not read holds a bounded part of it', async () => {
  const { output, done, stalled } = stalledBackup();
  const { bytes } = await stalled();
  // The packer buffers 8 MiB, gzip and the driver a little.
  expect(bytes).toBeLessThan(14_000_000);
  output.resume();
  const { rows } = await done;
  expect(rows.events).toBeGreaterThan(30);
});

test('what changes and is removed while a backup runs is in it as it was, with its files', async () => {
  const { alice, bob, channelId, messageId } = people;
  const rows = await rowsOf(world.connection);
  const files = await filesOf(filesFolderOf(world));
  const { output, done, stalled } = stalledBackup();
  await stalled();

  await alice.call.messages.delete({ messageId });
  await bob.call.users.removeAvatar();
  await alice.call.messages.send({ channelId, content: 'too late' });
  await upload(world, alice, channelId, 'too late');
  await createRounds(world.services)();

  const path = join(await newFolder(), 'backup');
  await Promise.all([done, pipeline(output, createWriteStream(path))]);
  const target = await newTarget();
  await restoreFrom(path, target);
  expect(await rowsOf(target.connection)).toEqual(rows);
  expect(await filesOf(join(target.dataDir, 'files'))).toEqual(files);
});

test('no write of the service waits for a backup', async () => {
  const { output, done, stalled } = stalledBackup();
  await stalled();
  const { $client } = world.services.db;
  const locks = await $client<{ mode: string }[]>`
    select distinct l.mode from pg_locks l join pg_stat_activity a using (pid)
    where a.application_name = 'palaver backup' and l.locktype = 'relation' and l.database is not null
      and a.datname = current_database()`;
  expect(locks.map(({ mode }) => mode)).toEqual(['AccessShareLock']);
  output.resume();
  await done;
});

test('a second backup at the same time is refused', async () => {
  const { output, done, stalled } = stalledBackup();
  await stalled();
  await expect(backUp({ ...sourceOf(world), output: new PassThrough(), patienceMs: 10 })).rejects.toThrow(
    'Another backup',
  );
  output.resume();
  await done;
});

test('a file that was gone before is counted, and the backup goes on', async () => {
  const id = await upload(world, people.alice, people.channelId, 'lost');
  await rm(join(filesFolderOf(world), 'attachments', id));
  const output = new PassThrough().resume();
  const { missing } = await backUp({ ...sourceOf(world), output });
  expect(missing).toEqual({ files: 1, examples: [`attachments/${id}`] });
});

test('a backup whose database goes away fails, and its output is destroyed', async () => {
  const { output, done, stalled } = stalledBackup();
  await stalled();
  const { $client } = world.services.db;
  await $client`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where application_name = 'palaver backup' and datname = current_database()`;
  output.on('error', () => undefined).resume();
  await expect(done).rejects.toThrow();
  expect(output.destroyed).toBe(true);
});

test('a backup whose reader goes away fails, and leaves no session', async () => {
  const { output, done, stalled } = stalledBackup();
  await stalled();
  output.destroy();
  await expect(done).rejects.toThrow();
  const { $client } = world.services.db;
  const sessions = () => $client`
    select 1 from pg_stat_activity where application_name = 'palaver backup' and datname = current_database()`;
  await expect.poll(async () => (await sessions()).length).toBe(0);
});

test('a full disk is what a backup fails with', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const output = new Writable({ write: (_chunk, _encoding, callback) => callback(full) });
  await expect(backUp({ ...sourceOf(world), output })).rejects.toBe(full);
});
