import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createDiskStore, type FileStore } from '@palaver/core';
import { factsOf, flatPicture, noisyPhoto } from '@palaver/core/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBucket } from '../src/store/open-store.js';
import { type S3Server, startS3Server } from '../src/store/s3-server.fixture.js';
import type { Client } from '../src/testing/client.js';
import { startTestService, type TestService } from '../src/testing/test-service.js';

let s3: S3Server;
let service: TestService;
let store: FileStore;
const lines: string[] = [];

beforeAll(async () => {
  s3 = await startS3Server();
  service = await startTestService(s3.environment, (line) => lines.push(line));
  store = await inBucket(await createDiskStore(join(service.dataDir, 'spool-of-the-test')), s3.settings);
});
afterAll(async () => {
  await service.close();
  await s3.close();
});

const stored = async (folder: string) => {
  const names: string[] = [];
  for await (const { name } of store.list(folder)) names.push(name);
  return names;
};

async function send(path: string, method: string, token: string, parts: Record<string, Blob>) {
  const body = new FormData();
  for (const [name, part] of Object.entries(parts)) body.append('file', part, name);
  return fetch(service.url + path, { method, body, headers: { Authorization: `Bearer ${token}` } });
}

const channelOf = async (alice: Client): Promise<string> => {
  const server = await alice.post('/api/servers', { name: 'Acme' });
  const channel = await alice.post(`/api/servers/${server.body.data.id}/channels`, { name: 'plans' });
  return channel.body.data.id;
};

test('uploads, messages, downloads, ranges and avatars work with the files in a bucket', async () => {
  const alice = await service.person('alice');
  const token = alice.token ?? '';
  const channelId = await channelOf(alice);
  const content = randomBytes(9 * 1024 * 1024);
  const uploaded = await send(`/api/channels/${channelId}/attachments`, 'POST', token, {
    'plan.bin': new Blob([content]),
  });
  expect(uploaded.status).toBe(201);
  const { data } = (await uploaded.json()) as { data: { id: string; storedPath: string }[] };
  const [attachment] = data;
  if (!attachment) throw new Error('no attachment');
  expect(await stored('attachments')).toEqual([attachment.id]);
  expect(await readdir(join(service.dataDir, 'files/arriving'))).toEqual([]);

  const posted = await alice.post(`/api/channels/${channelId}/messages`, {
    content: 'see the plan',
    attachmentIds: [attachment.id],
  });
  expect(posted.status).toBe(201);
  const download = (headers: Record<string, string> = {}) =>
    fetch(service.url + attachment.storedPath, { headers: { Authorization: `Bearer ${token}`, ...headers } });
  expect(Buffer.from(await (await download()).arrayBuffer()).equals(content)).toBe(true);
  const part = await download({ Range: 'bytes=100-199' });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(100, 200))).toBe(true);

  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>';
  const avatar = await send('/api/users/me/avatar', 'POST', token, {
    'a.svg': new Blob([svg], { type: 'image/svg+xml' }),
  });
  const me = (await avatar.json()) as { data: { avatarPath: string } };
  const picture = await fetch(service.url + me.data.avatarPath);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(await stored('avatars')).toHaveLength(1);

  const removed = await fetch(`${service.url}/api/users/me/avatar`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(removed.status).toBe(200);
  expect(await stored('avatars')).toEqual([]);
  expect(lines.join('\n')).not.toContain(s3.settings.secretAccessKey === 'S3RVER' ? '"secretAccessKey"' : '');
});

test('small versions of pictures are kept in the bucket, and removed from it', async () => {
  const alice = await service.person('anna');
  const channelId = await channelOf(alice);
  const uploaded = await send(`/api/channels/${channelId}/attachments`, 'POST', alice.token ?? '', {
    'sea.jpg': new Blob([Buffer.from(await noisyPhoto(600, 450))]),
    'flat.png': new Blob([Buffer.from(await flatPicture())]),
  });
  const { data } = (await uploaded.json()) as { data: { id: string; sizeBytes: number }[] };
  const attachmentIds = data.map(({ id }) => id);
  const posted = await alice.post(`/api/channels/${channelId}/messages`, { attachmentIds });
  const fetched = () =>
    Promise.all(
      attachmentIds.map(async (id) => {
        const { body } = await alice.get(`/api/attachments/${id}/address?size=480`);
        return Buffer.from(await (await fetch(service.url + body.data.url)).arrayBuffer());
      }),
    );
  await fetched();
  // Where it takes long to make, the first who fetch it get the original.
  await expect.poll(async () => (await stored('small-pictures')).length).toBe(2);
  const facts = await Promise.all((await fetched()).map(factsOf));
  expect(facts.map(({ format, width, height }) => ({ format, width, height }))).toEqual([
    { format: 'webp', width: 360, height: 480 },
    { format: 'png', width: 600, height: 600 },
  ]);
  expect((await stored('small-pictures')).sort()).toEqual(attachmentIds.map((id) => `${id}-480.webp`).sort());
  await alice.request('DELETE', `/api/messages/${posted.body.data.id}`);
  await expect.poll(() => stored('small-pictures')).toEqual([]);
});

test('a server is exported from the bucket, and imported into it', async () => {
  const dora = await service.person('dora');
  const token = dora.token ?? '';
  await service.asOperator('PATCH', `/api/admin/users/${dora.id}`, { admin: true });
  const channelId = await channelOf(dora);
  const content = randomBytes(9 * 1024 * 1024);
  const uploaded = await send(`/api/channels/${channelId}/attachments`, 'POST', token, {
    'plan.bin': new Blob([content]),
  });
  const { data: files } = (await uploaded.json()) as { data: { id: string }[] };
  for (let n = 0; n < 30; n++)
    await dora.post(`/api/channels/${channelId}/messages`, {
      content: `message ${n}`,
      attachmentIds: n === 7 ? files.map(({ id }) => id) : [],
    });
  const [{ id: serverId }] = (await dora.get('/api/servers')).body.data;
  const exported = await dora.request('GET', `/api/servers/${serverId}/export`);
  expect(exported.status).toBe(200);
  const zip = new Blob([await exported.arrayBuffer()]);
  const begun = await send('/api/admin/imports', 'POST', token, { 'archive.zip': zip });
  expect(begun.status).toBe(201);
  const { data } = (await begun.json()) as { data: { id: string } };
  const report = async () => (await dora.get(`/api/admin/imports/${data.id}`)).body.data;
  await expect.poll(async () => (await report()).state).toMatch(/done|failed/);
  const { state, problem, serverId: copyId } = await report();
  expect([state, problem]).toEqual(['done', null]);
  const [copy] = (await dora.get(`/api/servers/${copyId}/channels`)).body.data.filter(
    ({ name }: { name: string }) => name === 'plans',
  );
  const { body } = await dora.get(`/api/channels/${copy.id}/messages?limit=100`);
  expect(body.data.map((message: { content: string }) => message.content)).toEqual(
    Array.from({ length: 30 }, (_, n) => `message ${29 - n}`),
  );
  const [file] = body.data.flatMap(({ attachments }: { attachments: unknown[] }) => attachments);
  expect(files.map(({ id }) => id)).not.toContain(file.id);
  const download = await fetch(service.url + file.storedPath, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(Buffer.from(await download.arrayBuffer()).equals(content)).toBe(true);
  await expect.poll(() => stored('imports')).toEqual([]);
  expect(await readdir(join(service.dataDir, 'files/arriving'))).toEqual([]);
});

test('a store that is away is 503, also for a download', async () => {
  const bob = await service.person('bob');
  const channelId = await channelOf(bob);
  const before = await stored('attachments');
  await s3.close();
  const answer = await send(`/api/channels/${channelId}/attachments`, 'POST', bob.token ?? '', {
    'a.txt': new Blob(['x']),
  });
  expect(answer.status).toBe(503);
  expect(before).not.toEqual([]);
  s3 = await startS3Server();
});
