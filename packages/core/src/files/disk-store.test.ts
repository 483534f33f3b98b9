import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FileStore } from '../kernel/services/file-store.js';
import { createDiskStore } from './disk-store.js';

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

test('a folder is not a file, and a disk failure is not a missing file', async () => {
  await store.write('notes/a', Buffer.from('x'));
  expect(await store.size('notes')).toBeNull();
  await expect(store.size('notes/a/b')).rejects.toThrow('ENOTDIR');
});
