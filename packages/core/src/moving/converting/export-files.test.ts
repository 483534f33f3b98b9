import { expect, test } from 'vitest';
import { ExportFiles } from './export-files.js';

test('files are found without the folder around all, and those that nobody asks for are known', () => {
  const all = new Map(['a/b/users.json', 'a/b/x/1.json', 'other.txt', 'a/c.txt'].map((path) => [path, path]));
  const files = ExportFiles.within(all, (path) => path === 'users.json');
  expect(files?.paths).toEqual(['users.json', 'x/1.json']);
  expect(files?.find('users.json')).toBe('a/b/users.json');
  expect(files?.find('b/users.json')).toBeNull();
  expect(files?.unread()).toEqual(['other.txt', 'a/c.txt', 'x/1.json']);
  expect(ExportFiles.within(all, (path) => path === 'realm.json')).toBeNull();
});
