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

const arriving = () => readdir(join(folder, 'arriving'));

test('what is written is read, whole or in part, until it is removed', async () => {
  await store.write('notes/a', Buffer.from('0123456789'));
  expect(await store.size('notes/a')).toBe(10);
  expect(await text(store.read('notes/a'))).toBe('0123456789');
  expect(await text(store.read('notes/a', { start: 2, end: 4 }))).toBe('234');
  await store.remove('notes/a');
  await store.remove('notes/a');
  expect(await store.size('notes/a')).toBeNull();
});

test('an adopted file leaves the place where it arrived', async () => {
  const path = store.temporaryPath();
  await writeFile(path, 'hello');
  expect(await arriving()).toHaveLength(1);
  await store.adopt(path, 'notes/b');
  expect(await arriving()).toEqual([]);
  expect(await text(store.read('notes/b'))).toBe('hello');
});

test('a write that fails leaves nothing behind', async () => {
  await store.write('notes', Buffer.from('a file where a folder would have to be'));
  await expect(store.write('notes/c', Buffer.from('x'))).rejects.toThrow();
  expect(await arriving()).toEqual([]);
});

test('a new start clears what had not arrived, and keeps what had', async () => {
  await store.write('notes/a', Buffer.from('kept'));
  await writeFile(store.temporaryPath(), 'half');
  const next = await createDiskStore(folder);
  expect(await arriving()).toEqual([]);
  expect(await next.size('notes/a')).toBe(4);
});

test('a folder is no file, and a disk that fails is not an absent file', async () => {
  await store.write('notes/a', Buffer.from('x'));
  expect(await store.size('notes')).toBeNull();
  await expect(store.size('notes/a/b')).rejects.toThrow('ENOTDIR');
});
