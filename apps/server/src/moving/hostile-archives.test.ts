import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openConnection } from '../files/raw-connection.fixture.js';
import type { Client } from '../testing/client.js';
import { startTestService, type TestService } from '../testing/test-service.js';
import { type CraftedEntry, craftZip } from './crafted-zip.fixture.js';
import { openFilesOf } from './open-files.fixture.js';

let service: TestService;
let admin: Client;
beforeAll(async () => {
  service = await startTestService();
  admin = await service.person('importer');
  await service.asOperator('PATCH', `/api/admin/users/${admin.id}`, { admin: true });
});
afterAll(() => service.close());

const NOW = '2026-01-01T00:00:00.000Z';
const PART = 'lines/00000001.ndjson';
const ZEROS = 16 * 1024 * 1024;
let sources = 0;

const line = (type: string, data: object) => JSON.stringify({ type, data });
const header = () =>
  line('header', { version: 1, source: `hostile:${++sources}`, writtenBy: 'a test', exportedAt: NOW });
const user = line('user', { id: 'u', username: 'ann', displayName: 'Ann', createdAt: NOW });

/** A small archive with one file, which its line says has this many bytes. */
function lines(sizeBytes = 4): string[] {
  const server = { id: 's', name: 'Hostile', ownerId: 'u', createdAt: NOW };
  const channel = { id: 'c', name: 'general', displayName: 'general', createdBy: 'u', createdAt: NOW };
  const attachment = { id: 'a', filename: 'a.txt', createdAt: NOW, file: { name: 'f', sizeBytes } };
  const message = { id: 'm', channelId: 'c', userId: 'u', content: 'look', createdAt: NOW, updatedAt: NOW };
  const before = [
    header(),
    user,
    line('server', server),
    line('channel', channel),
    line('message', { ...message, attachments: [attachment] }),
    line('member', { userId: 'u', role: 'owner', joinedAt: NOW }),
  ];
  return [...before, line('end', { lines: before.length })];
}

const part = (texts: readonly string[] = lines(), name = PART): CraftedEntry => ({
  name,
  data: Buffer.from(texts.map((text) => `${text}\n`).join('')),
});
const file = (fields: Partial<CraftedEntry> = {}): CraftedEntry => ({
  name: 'files/f',
  data: Buffer.from('abcd'),
  ...fields,
});

/** This many times 16 MiB of zeros, deflated: each piece is one by itself, so that one is packed and repeated. */
function zeros(times: number): Buffer {
  const piece = deflateRawSync(Buffer.alloc(ZEROS), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([...Array.from({ length: times }, () => piece), deflateRawSync(Buffer.alloc(0))]);
}

async function upload(zip: Buffer) {
  const body = new FormData();
  body.append('file', new Blob([zip]), 'archive.zip');
  const headers = { Authorization: `Bearer ${admin.token}` };
  return fetch(`${service.url}/api/admin/imports`, { method: 'POST', body, headers });
}

async function importOf(zip: Buffer) {
  const answer = await upload(zip);
  expect(answer.status).toBe(201);
  const { data } = (await answer.json()) as { data: { id: string } };
  const get = async () => (await admin.get(`/api/admin/imports/${data.id}`)).body.data;
  await expect.poll(async () => (await get()).state).not.toMatch(/checking|importing|joining/);
  return get();
}

const stored = (folder: string) => readdir(join(service.dataDir, 'files', folder)).catch(() => []);

async function expectNothingLeft(): Promise<void> {
  await expect.poll(() => stored('imports')).toEqual([]);
  await expect.poll(() => stored('arriving')).toEqual([]);
  await expect.poll(() => openFilesOf(service)).toEqual([]);
  expect((await admin.get('/api/admin/servers?query=Hostile')).body.data).toEqual([]);
}

test('what these archives are made of is an archive', async () => {
  const { state, problem, serverId } = await importOf(craftZip([part(), file()]));
  expect([state, problem]).toEqual(['done', null]);
  await service.asOperator('DELETE', `/api/admin/servers/${serverId}`);
});

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const deepUser = (depth: number) => user.replace('}}', `,"metadata":{"a":${deep(depth)}}}}`);

describe('an archive is refused with a sentence, and nothing is left of it:', () => {
  test.each<[string, () => readonly CraftedEntry[], RegExp]>([
    [
      'a file that is smaller than the zip says',
      () => [part(lines(9)), file({ size: 9, isDeflated: true, data: deflateRawSync('abcd') })],
      /"f" has not 9 bytes|damaged/,
    ],
    [
      'a file that is larger than the zip says',
      () => [part(), file({ size: 4, isDeflated: true, data: deflateRawSync('abcdefgh') })],
      /"f" has not 4 bytes|damaged/,
    ],
    ['a file that says it is what it is not, unpacked', () => [part(lines(9)), file({ size: 9 })], /damaged/],
    [
      '10 GiB in a file that says it has 4 bytes',
      () => [part(), file({ size: 4, isDeflated: true, data: zeros(640) })],
      /"f" has not 4 bytes|damaged/,
    ],
    [
      '10 GiB in a part that says it has 4 bytes',
      () => [{ name: PART, size: 4, isDeflated: true, data: zeros(640) }],
      /damaged/,
    ],
    [
      'a part that says it has 4 GiB',
      () => [{ name: PART, size: 0xffff_fff0, isDeflated: true, data: zeros(256) }],
      /larger than a part can be/,
    ],
    [
      'a file of 4 GiB',
      () => [part(lines(0xffff_fff0)), file({ size: 0xffff_fff0, isDeflated: true, data: zeros(256) })],
      /line 5: the file "f" is larger than \d+ bytes/,
    ],
    [
      'a line of 100 MB',
      () => [{ name: PART, size: 5 * 1024 * 1024, isDeflated: true, data: zeros(6) }],
      /line 1: must be at most 1048576 bytes|damaged/,
    ],
    [
      'broken packing',
      () => [{ name: PART, size: 4, isDeflated: true, data: Buffer.from('no deflate') }],
      /damaged/,
    ],
    ['an encrypted part', () => [{ ...part(), isDeflated: true, isEncrypted: true }], /encrypted/],
    [
      'a name that leads out',
      () => [part(), file(), { name: '../../evil', data: Buffer.from('x') }],
      /relative path/,
    ],
    [
      'an absolute name',
      () => [part(), file(), { name: '/etc/evil', data: Buffer.from('x') }],
      /absolute path/,
    ],
    [
      'a name with backslashes',
      () => [part(), file(), { name: 'files\\f', data: Buffer.from('x') }],
      /invalid characters/,
    ],
    ['a part twice', () => [part(), part(), file()], /has "lines\/00000001\.ndjson" twice/],
    ['a file twice', () => [part(), file(), file()], /has "files\/f" twice/],
    ['a link as a file', () => [part(), file({ mode: 0o120777 })], /is a link/],
    ['no part at all', () => [file()], /no archive of Palaver/],
    ['a part without a line', () => [{ name: PART, data: Buffer.from('\n'.repeat(100)) }], /has no line/],
    ['a missing file', () => [part()], /line 5: the file "f" is not in the archive/],
    ['deep JSON', () => [part([header(), deep(500_000)])], /line 2: /],
    ['deep metadata', () => [part([header(), deepUser(400_000)])], /line 2: /],
    ['metadata that is a little too deep', () => [part([header(), deepUser(2_000)])], /line 2: /],
  ])('%s', async (_, entries, sentence) => {
    const before = process.resourceUsage().maxRSS;
    const { state, problem } = await importOf(craftZip(entries()));
    expect(problem).toMatch(sentence);
    expect(problem).toMatch(/^["A-Zl].{10,998}$/);
    expect(state).toBe('failed');
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(300_000);
    await expectNothingLeft();
  });

  test('a million entries', async () => {
    const { state, problem } = await importOf(craftZip([part(), file()], 1_000_000));
    expect([state, problem]).toEqual(['failed', 'An archive has at most 250000 parts and files.']);
    await expectNothingLeft();
  });

  test.each([1, 30, 200])('its last %d bytes missing', async (missing) => {
    const zip = craftZip([part(), file()]);
    const { state, problem } = await importOf(zip.subarray(0, zip.length - missing));
    expect(state).toBe('failed');
    expect(problem).toContain('The zip is damaged');
    await expectNothingLeft();
  });
});

describe('a client that hangs up', () => {
  test('in the middle of an upload leaves nothing, and can begin again', async () => {
    const { socket, received, closed } = await openConnection(Number(new URL(service.url).port));
    socket.write(
      `POST /api/admin/imports HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin.token}\r\nExpect: 100-continue\r\n` +
        'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000000\r\n\r\n',
    );
    await received('100 Continue');
    socket.write(
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\nContent-Type: application/zip\r\n\r\n',
    );
    socket.write(Buffer.alloc(3 * 1024 * 1024));
    await expect.poll(async () => (await stored('arriving')).length).toBe(1);
    socket.destroy();
    await closed;
    await expectNothingLeft();
    const { state } = await importOf(craftZip([file()]));
    expect(state).toBe('failed');
  });
});
