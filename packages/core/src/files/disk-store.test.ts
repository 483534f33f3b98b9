import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../kernel/services/clock.js';
import type { FileStore } from '../kernel/services/file-store.js';
import { createTestClock } from '../testing/clock.js';
import { createDiskStore, diskStore } from './disk-store.js';

const HOUR_MS = 3600 * 1000;

let folder: string;
let store: FileStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palaver-store-'));
  store = await createDiskStore(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const temporaryFiles = () => readdir(join(folder, 'arriving'));

test('a written file can be read, whole or in part, until it is removed', async () => {
  await store.write('notes/a', Buffer.from('0123456789'));
  expect(await store.size('notes/a')).toBe(10);
  expect(await text(store.read('notes/a'))).toBe('0123456789');
  expect(await text(store.read('notes/a', { start: 2, end: 4 }))).toBe('234');
  await store.remove('notes/a');
  await store.remove('notes/a');
  expect(await store.size('notes/a')).toBeNull();
});

test('an adopted file is moved out of the temporary folder', async () => {
  const path = store.temporaryPath();
  await writeFile(path, 'hello');
  expect(await temporaryFiles()).toHaveLength(1);
  await store.adopt(path, 'notes/b');
  expect(await temporaryFiles()).toEqual([]);
  expect(await text(store.read('notes/b'))).toBe('hello');
});

test('a failed write leaves no temporary file', async () => {
  await store.write('notes', Buffer.from('a file where a folder would have to be'));
  await expect(store.write('notes/c', Buffer.from('x'))).rejects.toThrow();
  expect(await temporaryFiles()).toEqual([]);
});

test('a restart deletes unfinished files and keeps the others', async () => {
  await store.write('notes/a', Buffer.from('kept'));
  await writeFile(store.temporaryPath(), 'half');
  const next = await createDiskStore(folder);
  expect(await temporaryFiles()).toEqual([]);
  expect(await next.size('notes/a')).toBe(4);
});

test('the time at which a file is stored is that of the clock of the service, whatever the machine shows', async () => {
  const clock = createTestClock();
  const behind = await createDiskStore(folder, clock);
  await behind.write('notes/a', Buffer.from('x'));
  for await (const { storedAt } of behind.list('notes')) expect(storedAt).toEqual(clock.now());
  expect.assertions(1);
});

test('a node removes what dead nodes were receiving, and leaves what living ones receive in the same folder', async () => {
  const nodes = (...others: string[]) => ({ id: randomUUID(), others: () => new Set(others) });
  const [living, dead, justDead] = [nodes(), nodes(), nodes()];
  const paths: string[] = [];
  for (const of of [living, dead, justDead]) {
    const path = diskStore(folder, systemClock, { nodes: of }).temporaryPath();
    await writeFile(path, 'half');
    if (of !== justDead) await utimes(path, new Date(), new Date(Date.now() - 2 * HOUR_MS));
    paths.push(basename(path));
  }
  const store = await createDiskStore(folder, systemClock, {
    nodes: nodes(living.id),
    abandonedMs: HOUR_MS,
  });
  expect((await temporaryFiles()).sort()).toEqual([paths[0], paths[2]].sort());
  await writeFile(store.temporaryPath(), 'half');
  await store.removeAbandoned();
  expect(await temporaryFiles()).toHaveLength(3);
});

test('a folder is not a file, and a disk failure is not a missing file', async () => {
  await store.write('notes/a', Buffer.from('x'));
  expect(await store.size('notes')).toBeNull();
  await expect(store.size('notes/a/b')).rejects.toThrow('ENOTDIR');
});
