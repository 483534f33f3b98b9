import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { placeCluster } from '@palaver/db/testing';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Client, Json } from '../src/testing/client.js';
import { callersOf, TRUST_THE_TEST } from '../src/testing/test-service.js';
import { build, type Child, killLeftovers, start } from './process/child.js';
import { palaver, spawnPalaver } from './process/cli.js';

const folders: string[] = [];

beforeAll(build);
afterEach(async () => {
  await killLeftovers(folders.map((folder) => join(folder, 'data')));
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true, maxRetries: 20 });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'palaver-backup-'));
  folders.push(folder);
  return folder;
}

const dataDirIn = (folder: string) => ({ DATA_DIR: join(folder, 'data') });

/** A folder with the data folder of a service, whose database has never run. */
async function folderWithDatabase(): Promise<string> {
  const folder = await newFolder();
  await placeCluster(join(folder, 'data/postgres'));
  return folder;
}

async function stop(child: Child): Promise<void> {
  child.kill('SIGTERM');
  await child.exited;
}

/** What writers were told, in the order in which they were told it. */
interface Acknowledged {
  readonly messages: Array<{ id: string; content: string }>;
  readonly deleted: string[];
  readonly attachments: Array<{ id: string; sha256: string }>;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Posts, attaches and deletes until stopped. Each call waits for the answer of the one before. */
async function write(
  caller: Client,
  channelId: string,
  { messages, deleted, attachments }: Acknowledged,
  writing: { on: boolean },
): Promise<void> {
  for (let n = 0; writing.on; n += 1) {
    const content = `${caller.id} ${n}`;
    const attachmentIds = n % 3 === 0 ? [await attach(caller, channelId, attachments)] : [];
    const { status, body } = await caller.send('POST', `/api/channels/${channelId}/messages`, {
      content,
      attachmentIds,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    messages.push({ id: body.data.id, content });
    // Its attachment is removed with it.
    if (n % 6 !== 3) continue;
    expect((await caller.send('DELETE', `/api/messages/${body.data.id}`)).status).toBe(200);
    deleted.push(body.data.id);
  }
}

async function attach(
  caller: Client,
  channelId: string,
  attachments: Acknowledged['attachments'],
): Promise<string> {
  const bytes = randomBytes(20_000);
  const form = new FormData();
  form.set('file', new Blob([bytes], { type: 'application/octet-stream' }), 'noise.bin');
  const answer = await caller.send('POST', `/api/channels/${channelId}/attachments`, undefined, {
    raw: form,
  });
  expect(answer.status).toBe(201);
  const [{ id }] = answer.body.data;
  attachments.push({ id, sha256: sha256(bytes) });
  return id;
}

async function setAvatar(caller: Client, image: Buffer): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([image], { type: 'image/svg+xml' }), 'a.svg');
  expect((await caller.send('POST', '/api/users/me/avatar', undefined, { raw: form })).status).toBe(200);
}

async function historyOf(caller: Client, channelId: string): Promise<Json[]> {
  const messages: Json[] = [];
  for (let before = ''; ; ) {
    const query = before === '' ? '' : `&before=${before}`;
    const { body } = await caller.send('GET', `/api/channels/${channelId}/messages?limit=100${query}`);
    if (body.data.length === 0) return messages;
    messages.push(...body.data);
    before = body.data.at(-1).id;
  }
}

/** Subscribes with a cursor; the frames that come after `subscribed`. */
async function resume(
  url: string,
  token: string,
  channelId: string,
  seq: number,
): Promise<AsyncGenerator<Json>> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/ws`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const frames: Json[] = [];
  let wake = () => {};
  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)));
    wake();
  });
  socket.once('open', () =>
    socket.send(
      JSON.stringify({ type: 'subscribe', data: { channelIds: [channelId], since: { [channelId]: seq } } }),
    ),
  );
  return (async function* () {
    try {
      for (;;) {
        const frame = frames.shift();
        if (frame) yield frame;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    } finally {
      socket.close();
    }
  })();
}

async function nextOf(frames: AsyncGenerator<Json>, types: readonly string[]): Promise<Json> {
  for (;;) {
    const { value } = await frames.next();
    if (types.includes(value.type)) return value;
  }
}

const SQUARE = (color: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="${color}"/></svg>`,
  );

test('a backup that is made while people write is restored with all that was acknowledged before, once', async () => {
  const folder = await folderWithDatabase();
  const service = start({ ...dataDirIn(folder), ...TRUST_THE_TEST });
  const url = await service.url();
  const callers = await callersOf(url);
  const owner = await callers.person('owner');
  const serverId = (await owner.post('/api/servers', { name: 'Backups' })).body.data.id;
  const channelId = (await owner.post(`/api/servers/${serverId}/channels`, { name: 'plans' })).body.data.id;
  const invite = (await owner.post(`/api/servers/${serverId}/invites`, {})).body.data.code;
  const writers = await Promise.all(['bob', 'carol', 'dave'].map((name) => callers.person(name)));
  for (const writer of writers) await writer.post(`/api/invites/${invite}/accept`);
  await setAvatar(owner, SQUARE('red'));

  const acknowledged: Acknowledged = { messages: [], deleted: [], attachments: [] };
  const writing = { on: true };
  const work = Promise.all(writers.map((writer) => write(writer, channelId, acknowledged, writing)));
  await expect.poll(() => acknowledged.messages.length).toBeGreaterThan(60);

  const before = {
    messages: [...acknowledged.messages],
    deleted: [...acknowledged.deleted],
    attachments: [...acknowledged.attachments],
  };
  const avatarBefore = (await owner.get('/api/users/me')).body.data.avatarPath;
  const file = join(folder, 'backup.tar.gz');
  const [toFile] = await Promise.all([
    palaver(['backup', file], dataDirIn(folder)),
    setAvatar(owner, SQUARE('blue')),
  ]);
  expect(toFile).toMatchObject({ code: 0, stderr: '' });
  const atBackup = acknowledged.messages.length;
  await expect.poll(() => acknowledged.messages.length).toBeGreaterThan(atBackup + 20);
  writing.on = false;
  await work;
  const cursor = Number(
    (await owner.get(`/api/channels/${channelId}/messages?limit=1`)).headers
      .get('Stream-Seq')
      ?.match(/=(\d+)/)?.[1],
  );
  await stop(service);
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const elsewhere = await newFolder();
  const restored = await palaver(['restore', file, '--json'], dataDirIn(elsewhere));
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  const again = start({ ...dataDirIn(elsewhere), ...TRUST_THE_TEST });
  const there = await callersOf(await again.url());
  const reader = there.client(owner.token, owner.id);

  const history = await historyOf(reader, channelId);
  const ids = history.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const contents = new Map(history.map(({ id, content }) => [id, content]));
  const gone = new Set(acknowledged.deleted);
  const kept = before.messages.filter(({ id }) => !gone.has(id));
  expect(kept.filter(({ id, content }) => contents.get(id) !== content)).toEqual([]);
  expect(before.deleted.filter((id) => (contents.get(id) ?? '') !== '')).toEqual([]);

  const hashes = new Map(acknowledged.attachments.map(({ id, sha256 }) => [id, sha256]));
  const carried: string[] = history.flatMap(({ attachments }) => attachments.map(({ id }: Json) => id));
  expect(carried.length).toBeGreaterThan(10);
  for (const id of carried) {
    const download = await reader.request('GET', `/api/attachments/${id}`);
    expect(sha256(new Uint8Array(await download.arrayBuffer()))).toBe(hashes.get(id));
  }
  const { avatarPath } = (await reader.get('/api/users/me')).body.data;
  expect((await reader.request('GET', avatarPath)).status).toBe(200);
  expect(typeof avatarBefore).toBe('string');

  // Clients that have seen more than was restored, and one that has seen as much, are told to read again.
  const token = owner.token ?? '';
  for (const since of [cursor, cursor + 5, 3]) {
    const frames = await resume(there.url, token, channelId, since);
    const resync = await nextOf(frames, ['resync', 'message.created', 'error']);
    if (since !== 3) expect(resync).toMatchObject({ type: 'resync', data: { channelId } });
    const seq =
      resync.type === 'resync' ? resync.data.seq : (await nextOf(frames, ['resync', 'error'])).data.seq;
    expect(seq).toBeGreaterThan(cursor);
    const { body } = await reader.post(`/api/channels/${channelId}/messages`, { content: 'after' });
    expect(await nextOf(frames, ['message.created'])).toMatchObject({
      data: { id: body.data.id, seq: seq + 1 },
    });
    await frames.return(undefined);
  }
  await stop(again);
});

test('a restore that is killed keeps the service from starting, and the next one restores everything', async () => {
  const folder = await folderWithDatabase();
  const service = start({ ...dataDirIn(folder), ...TRUST_THE_TEST });
  const owner = await (await callersOf(await service.url())).person('owner');
  const serverId = (await owner.post('/api/servers', { name: 'Backups' })).body.data.id;
  const channelId = (await owner.post(`/api/servers/${serverId}/channels`, { name: 'plans' })).body.data.id;
  const attachments: Acknowledged['attachments'] = [];
  for (let n = 0; n < 20; n += 1) await attach(owner, channelId, attachments);
  const piped = await spawnPalaver(['backup', '-'], dataDirIn(folder)).output;
  expect(piped.code).toBe(0);
  expect(piped.stderr).toContain('20 files');
  await stop(service);

  const elsewhere = await newFolder();
  const half = spawnPalaver(['restore', '-'], dataDirIn(elsewhere));
  half.stdin.write(piped.stdout.subarray(0, piped.stdout.length / 2));
  const staged = join(elsewhere, 'data/restoring/files/attachments');
  await expect.poll(() => readdir(staged).catch(() => [])).not.toEqual([]);
  half.kill('SIGKILL');
  await half.output;

  const refused = start(dataDirIn(elsewhere));
  expect((await refused.exited).code).toBe(1);
  expect(refused.output.stderr).toContain('A restore into');

  const whole = spawnPalaver(['restore', '-'], dataDirIn(elsewhere));
  whole.stdin.end(piped.stdout);
  // Its standard error says that it has stopped the Postgres which the kill has left.
  expect(await whole.output).toMatchObject({ code: 0 });
  const again = start({ ...dataDirIn(elsewhere), ...TRUST_THE_TEST });
  const reader = (await callersOf(await again.url())).client(owner.token, owner.id);
  for (const { id, sha256: expected } of attachments) {
    const download = await reader.request('GET', `/api/attachments/${id}`);
    expect(sha256(new Uint8Array(await download.arrayBuffer()))).toBe(expected);
  }
  await stop(again);
});

test('what goes wrong is a sentence, an exit code and no half file', async () => {
  const folder = await newFolder();
  const file = join(folder, 'backup.tar.gz');
  expect(await palaver(['backup', file], dataDirIn(folder))).toMatchObject({ code: 1, stdout: '' });
  const service = start(dataDirIn(folder));
  await service.url();
  const failed = async (args: string[], environment = {}) => {
    const run = await palaver(args, { ...dataDirIn(folder), ...environment });
    expect({ args, code: run.code, stdout: run.stdout }).toEqual({ args, code: 1, stdout: '' });
    return run.stderr;
  };
  expect(await failed(['backup', '/dev/full'])).toBe('palaver: The disk is full. No backup was made.\n');
  expect(await failed(['backup', folder])).toContain('is a folder');
  expect(await failed(['backup', join(folder, 'none/b')])).toContain('ENOENT');
  expect(await failed(['backup', '-'], { npm_lifecycle_event: 'palaver' })).toContain('--silent');
  expect(await failed(['restore', join(folder, 'none')])).toContain('ENOENT');
  await writeFile(file, 'an older backup');
  expect(await failed(['backup', '--verify', file])).toContain('Do not rely on this backup');
  expect(await failed(['restore', file])).toBe('palaver: The service is running: stop it first.\n');

  const ended = spawnPalaver(['backup', '-'], dataDirIn(folder));
  ended.stdout.destroy();
  expect(await ended.output).toMatchObject({ code: 1 });

  expect((await readdir(folder)).sort()).toEqual(['backup.tar.gz', 'data']);
  expect(await readFile(file, 'utf8')).toBe('an older backup');
  expect((await palaver(['backup', file], dataDirIn(folder))).code).toBe(0);
  expect((await palaver(['backup', '--verify', '--json', file], dataDirIn(folder))).code).toBe(0);
  await stop(service);
});
