import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GivenArchiveLine } from '../archive/lines.js';
import { openArchive } from './open-archive.js';
import { type PlacedLine, readLines } from './read-lines.js';
import { writeArchive } from './write-archive.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palaver-archive-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const NOW = '2026-11-23T12:00:00.000Z';
const header: GivenArchiveLine = {
  type: 'header',
  data: { version: 1, source: 'test', writtenBy: 'a test', exportedAt: NOW },
};
const user = (id: string): GivenArchiveLine => ({
  type: 'user',
  data: { id, username: id, displayName: id, createdAt: NOW },
});
const message = (n: number, file?: string): GivenArchiveLine => ({
  type: 'message',
  data: {
    id: `m${n}`,
    channelId: 'c',
    userId: 'alice',
    content: `${n} ${'x'.repeat(3000)}`,
    createdAt: NOW,
    updatedAt: NOW,
    attachments:
      file === undefined
        ? []
        : [{ id: file, filename: 'a.txt', createdAt: NOW, file: { name: file, sizeBytes: 5 } }],
  },
});

async function* given(lines: Iterable<GivenArchiveLine>) {
  yield* lines;
}

async function write(name: string, lines: Iterable<GivenArchiveLine>, content = 'hello') {
  const path = join(folder, name);
  const openFile = async (file: string) => (file === 'gone' ? null : Readable.from([Buffer.from(content)]));
  const written = await writeArchive({ lines: given(lines), openFile }, createWriteStream(path));
  return { path, written };
}

async function linesOf(path: string, after?: Parameters<typeof readLines>[1]): Promise<PlacedLine[]> {
  const archive = await openArchive(path);
  try {
    const lines: PlacedLine[] = [];
    for await (const line of readLines(archive, after)) lines.push(line);
    return lines;
  } finally {
    archive.close();
  }
}

test('what is written is read again, in parts, from any line on', async () => {
  const many = Array.from({ length: 3000 }, (_, n) => message(n));
  const { path, written } = await write('many.zip', [header, user('alice'), ...many]);
  expect(written).toEqual({ lines: 3003, files: 0 });
  const lines = await linesOf(path);
  expect(lines.map(({ line }) => line)).toEqual(Array.from({ length: 3003 }, (_, n) => n + 1));
  expect(lines.at(-1)).toMatchObject({ part: 2, value: { type: 'end', data: { lines: 3002 } } });
  for (const at of [1, 700, 1500, 3002]) {
    const position = lines[at - 1];
    expect(await linesOf(path, position)).toEqual(lines.slice(at));
  }
});

test('a line says the hash of its file, and loses a file that is gone', async () => {
  const { path, written } = await write('files.zip', [
    header,
    message(1, 'f1'),
    message(2, 'gone'),
    message(3, 'f1'),
  ]);
  expect(written.files).toBe(1);
  const sha256 = createHash('sha256').update('hello').digest('hex');
  const files = (await linesOf(path)).flatMap(({ value }) =>
    value.type === 'message' ? [value.data.attachments.map(({ file }) => file)] : [],
  );
  const kept = { name: 'f1', sizeBytes: 5, sha256 };
  expect(files).toEqual([[kept], [], [kept]]);
  const archive = await openArchive(path);
  expect(await archive.fileSize('f1')).toBe(5);
  expect(await archive.fileSize('gone')).toBe(null);
  expect((await buffer(await archive.openFile('f1'))).toString()).toBe('hello');
  archive.close();
});

test('a file of another size than its line says ends the writing', async () => {
  await expect(write('short.zip', [header, message(1, 'f1')], 'hell')).rejects.toThrow(
    'the file "f1" has 4 bytes instead of 5',
  );
});

test.each<[string, unknown, string]>([
  ['an unknown type', { type: 'invite', data: {} }, 'line 2: type must be one of'],
  [
    'an unknown field',
    { type: 'pin', data: { messageId: 'm', pinnedBy: 'a', pinnedAt: NOW, code: 'x' } },
    'not known here: code',
  ],
  ['another version', { ...header, data: { ...header.data, version: 2 } }, 'line 2: data.version must be 1'],
  ['a path as a file', { ...message(1, '../x') }, 'line 2: data.attachments.0.file.name must be'],
  [
    'a late instant',
    { type: 'pin', data: { messageId: 'm', pinnedBy: 'a', pinnedAt: '+12000-01-01' } },
    'data.pinnedAt must',
  ],
])('%s is refused with its line', async (_, line, sentence) => {
  const path = join(folder, `bad-${_.replaceAll(' ', '-')}`);
  await mkdir(join(path, 'lines'), { recursive: true });
  await writeFile(
    join(path, 'lines/00000001.ndjson'),
    `${JSON.stringify(header)}\n\n${JSON.stringify(line)}\n`,
  );
  await expect(linesOf(path)).rejects.toThrow(sentence);
});

test('what is no JSON, no UTF-8 or too long is refused with its line', async () => {
  const path = join(folder, 'broken');
  await mkdir(join(path, 'lines'), { recursive: true });
  const put = (second: Buffer | string) =>
    writeFile(
      join(path, 'lines/00000001.ndjson'),
      Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), Buffer.from(second)]),
    );
  await put('{"type":');
  await expect(linesOf(path)).rejects.toThrow('line 2: is no JSON');
  await put(Buffer.from([0x22, 0xff, 0x22]));
  await expect(linesOf(path)).rejects.toThrow('line 2: is not in UTF-8');
  await put(`"${'x'.repeat(1024 * 1024)}"`);
  await expect(linesOf(path)).rejects.toThrow('line 2: must be at most 1048576 bytes');
});

test('a link in a folder leads nowhere', async () => {
  const path = join(folder, 'links');
  await mkdir(join(path, 'lines'), { recursive: true });
  await mkdir(join(path, 'files'));
  await writeFile(join(path, 'lines/00000001.ndjson'), '');
  await writeFile(join(folder, 'secret'), 'secret');
  await symlink(join(folder, 'secret'), join(path, 'files/f1'));
  const archive = await openArchive(path);
  expect(await archive.fileSize('f1')).toBe(null);
  await expect(archive.openFile('f1')).rejects.toThrow('ELOOP');
  await expect(archive.openFile('../../secret')).rejects.toThrow('no such file');
});

test('what is no archive is refused', async () => {
  await writeFile(join(folder, 'text.zip'), 'no zip at all');
  await expect(openArchive(join(folder, 'text.zip'))).rejects.toThrow('The zip is damaged');
  await mkdir(join(folder, 'empty'));
  await expect(openArchive(join(folder, 'empty'))).rejects.toThrow('no archive of Palaver');
  const { path } = await write('whole.zip', [header]);
  const { readFile } = await import('node:fs/promises');
  const bytes = await readFile(path);
  await writeFile(path, bytes.subarray(0, bytes.length - 30));
  await expect(openArchive(path)).rejects.toThrow('The zip is damaged');
});
