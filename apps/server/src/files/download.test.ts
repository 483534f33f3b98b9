import { factsOf, flatPicture, movingPicture, noisyPhoto } from '@palaver/core/testing';
import { newId } from '@palaver/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, filePart, MULTIPART, PNG } from './multipart-body.fixture.js';
import { type FileService, jsonOf, type Person, startFileService } from './test-support.js';

let service: FileService;
let alice: Person;
let bob: Person;
let outsider: Person;
let serverId: string;
let channelId: string;

beforeAll(async () => {
  service = await startFileService();
  [alice, bob, outsider] = await Promise.all([
    service.person('alice'),
    service.person('bob'),
    service.person('eve'),
  ]);
  serverId = (await alice.call.servers.create({ name: 'Acme' })).id;
  const { code } = await alice.call.servers.createInvite({ serverId });
  await bob.call.servers.acceptInvite({ code });
  channelId = (await alice.call.channels.create({ serverId, name: 'plans' })).id;
});
afterAll(() => service.close());

const DIGITS = '0123456789';

async function upload(
  content: Buffer | string,
  options: Parameters<typeof filePart>[1] = {},
  to = channelId,
) {
  const response = await fetch(`${service.url}/api/channels/${to}/attachments`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${alice.token}`, 'Content-Type': MULTIPART },
    body: bodyOf(filePart(content, { filename: 'digits.txt', type: 'text/plain', ...options })),
  });
  const { data } = await jsonOf<{ data: { id: string; storedPath: string }[] }>(response);
  return { id: data[0]?.id ?? '', path: data[0]?.storedPath ?? '' };
}

function get(
  path: string,
  headers: Record<string, string> = {},
  { token = alice.token, method = 'GET' } = {},
) {
  return fetch(service.url + path, {
    method,
    headers: { ...(token ? { Authorization: `Bearer ${token}` } : {}), ...headers },
  });
}

describe('an attachment', () => {
  test('is sent with headers that keep browsers from running it', async () => {
    const { id, path } = await upload(DIGITS);
    const response = await get(path);
    expect([response.status, await response.text()]).toEqual([200, DIGITS]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '10',
      'content-disposition': 'attachment; filename=digits.txt',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      etag: `"${id}"`,
    });
  });

  test('HEAD is answered with the same headers and no body', async () => {
    const { path } = await upload(DIGITS);
    const [whole, head] = await Promise.all([get(path), get(path, {}, { method: 'HEAD' })]);
    const headersOf = ({ headers }: Response) =>
      Object.fromEntries(
        [...headers].filter(([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name)),
      );
    expect(head.status).toBe(200);
    expect(headersOf(head)).toEqual(headersOf(whole));
    expect(await head.text()).toBe('');
  });

  test.each([
    ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-99', 206, DIGITS, 'bytes 0-9/10'],
    ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
    ['bytes=0-9', 206, DIGITS, 'bytes 0-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=99-100', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=0-1,4-5', 200, DIGITS, null],
    ['bytes=5-2', 200, DIGITS, null],
    ['bytes=a-b', 200, DIGITS, null],
    ['bytes', 200, DIGITS, null],
    ['chapters=1-2', 200, DIGITS, null],
  ])('Range: %s is answered with %i', async (range, status, text, contentRange) => {
    const response = await get((await digits()).path, { Range: range });
    expect([response.status, await response.text()]).toEqual([status, text]);
    expect(response.headers.get('content-range')).toBe(contentRange);
    expect(response.headers.get('content-length')).toBe(String(text.length));
  });

  let uploaded: Promise<{ id: string; path: string }> | undefined;
  const digits = () => {
    uploaded ??= upload(DIGITS);
    return uploaded;
  };

  test.each<[string, (etag: string) => Record<string, string>, number]>([
    ['If-None-Match with its ETag', (etag) => ({ 'If-None-Match': etag }), 304],
    ['If-None-Match with its ETag in a list', (etag) => ({ 'If-None-Match': `"a", W/${etag}` }), 304],
    ['If-None-Match: *', () => ({ 'If-None-Match': '*' }), 304],
    ['If-None-Match with another ETag', () => ({ 'If-None-Match': '"a"' }), 200],
    [
      'If-None-Match takes precedence over Range',
      (etag) => ({ 'If-None-Match': etag, Range: 'bytes=0-1' }),
      304,
    ],
    ['If-Range with its ETag', (etag) => ({ 'If-Range': etag, Range: 'bytes=0-1' }), 206],
    ['If-Range with another ETag', () => ({ 'If-Range': '"a"', Range: 'bytes=0-1' }), 200],
    [
      'If-Range with a date',
      () => ({ 'If-Range': 'Wed, 21 Oct 2026 07:28:00 GMT', Range: 'bytes=0-1' }),
      200,
    ],
  ])('%s', async (_name, headers, status) => {
    const { id, path } = await digits();
    const response = await get(path, headers(`"${id}"`));
    expect(response.status).toBe(status);
    if (status === 304) {
      expect(await response.text()).toBe('');
      expect(response.headers.get('etag')).toBe(`"${id}"`);
      expect(response.headers.has('content-length')).toBe(false);
    }
  });

  test('HEAD ignores a range', async () => {
    const response = await get((await digits()).path, { Range: 'bytes=0-1' }, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '10']);
  });

  test('that is empty has no ranges', async () => {
    const { path } = await upload('');
    const whole = await get(path);
    expect([whole.status, whole.headers.get('content-length'), await whole.text()]).toEqual([200, '0', '']);
    expect((await get(path, { Range: 'bytes=0-' })).status).toBe(416);
  });

  test.each<[string, Buffer | string, string, string, string]>([
    ['a PNG', PNG, 'image/png', 'image/png', 'inline'],
    ['an HTML page', '<script>alert(1)</script>', 'text/html', 'text/html', 'attachment'],
    [
      'an SVG image',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'image/svg+xml',
      'image/svg+xml',
      'attachment',
    ],
    [
      'an HTML page of type image/png',
      '<html></html>',
      'image/png',
      'application/octet-stream',
      'attachment',
    ],
    ['a PDF', '%PDF-1.7\n', 'application/pdf', 'application/pdf', 'attachment'],
  ])('%s', async (_name, content, type, served, disposition) => {
    const response = await get((await upload(content, { type })).path);
    expect(response.headers.get('content-type')).toBe(served);
    expect(response.headers.get('content-disposition')).toMatch(new RegExp(`^${disposition}; `));
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test.each([
    ['two words.txt', 'filename="two words.txt"'],
    ['a%22b.txt', 'filename="a\\"b.txt"'],
    ['semi;colon.txt', 'filename="semi;colon.txt"'],
    ['€ uro.txt', `filename="? uro.txt"; filename*=UTF-8''%E2%82%AC%20uro.txt`],
    ['👋.png', `filename="??.png"; filename*=UTF-8''%F0%9F%91%8B.png`],
    ['a%0D%0AX-Evil: 1.txt', 'filename="aX-Evil: 1.txt"'],
    ['100%25.txt', "filename*=UTF-8''100%2525.txt"],
  ])('named %s is sent as %s', async (filename, sent) => {
    const response = await get((await upload(DIGITS, { filename })).path);
    expect(response.headers.get('content-disposition')).toContain(sent);
    expect(response.headers.has('x-evil')).toBe(false);
  });
});

describe('who may fetch an attachment', () => {
  const status = async (path: string, token: string | null) =>
    (await get(path, {}, { token: token ?? '' })).status;

  test('before a message has it, the uploader; after that, everybody who may read the channel', async () => {
    const { id, path } = await upload(DIGITS);
    const statuses = () =>
      Promise.all([alice.token, bob.token, outsider.token, null].map((token) => status(path, token)));
    expect(await statuses()).toEqual([200, 404, 404, 401]);
    await alice.call.messages.send({ channelId, attachmentIds: [id] });
    expect(await statuses()).toEqual([200, 200, 404, 401]);
  });

  test('in a private channel, its current members only, also with If-None-Match', async () => {
    const secret = await alice.call.channels.create({ serverId, name: 'secret', isPrivate: true });
    const { id, path } = await upload(DIGITS, {}, secret.id);
    await alice.call.messages.send({ channelId: secret.id, attachmentIds: [id] });
    expect(await status(path, bob.token)).toBe(404);
    await alice.call.channels.addMember({ serverId, channelId: secret.id, userId: bob.id });
    expect(await status(path, bob.token)).toBe(200);
    await alice.call.channels.removeMember({ serverId, channelId: secret.id, userId: bob.id });
    const again = await get(path, { 'If-None-Match': `"${id}"` }, { token: bob.token });
    expect(again.status).toBe(404);
  });

  test('one that is forbidden and one that is missing have the same answer', async () => {
    const { path } = await upload(DIGITS);
    const answer = async (of: string) => (await get(of, {}, { token: bob.token })).text();
    expect(await answer(path)).toBe(await answer(`/api/attachments/${newId()}`));
    expect(await answer(path)).toBe(await answer('/api/attachments/..%2Favatars'));
  });
});

describe('an address', () => {
  const addressOf = async (path: string) =>
    (await jsonOf<{ data: { url: string; expiresAt: string } }>(await get(`${path}/address`))).data;

  test('is fetched without a token, in ranges, and kept by the browser until it ends', async () => {
    const { id, path } = await upload(DIGITS);
    const { url, expiresAt } = await addressOf(path);
    const whole = await get(url, {}, { token: '' });
    expect([whole.status, await whole.text()]).toEqual([200, DIGITS]);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': 'attachment; filename=digits.txt',
      'content-security-policy': "sandbox; default-src 'none'",
      'accept-ranges': 'bytes',
      etag: `"${id}"`,
    });
    const [, seconds = ''] = /^private, max-age=(\d+)$/.exec(whole.headers.get('cache-control') ?? '') ?? [];
    expect(Math.abs(Date.now() + Number(seconds) * 1000 - Date.parse(expiresAt))).toBeLessThan(10_000);
    const part = await get(url, { Range: 'bytes=2-4' }, { token: '' });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      206,
      '234',
      'bytes 2-4/10',
    ]);
    const head = await get(url, {}, { token: '', method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10']);
    expect((await get(url, { 'If-None-Match': `"${id}"` }, { token: '' })).status).toBe(304);
  });

  test('that opens nothing has the answer of a missing file, which nothing caches', async () => {
    const answer = await get('/api/files/nothing', {}, { token: '' });
    expect([answer.status, await jsonOf(answer)]).toMatchObject([404, { code: 'ATTACHMENT_NOT_FOUND' }]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

describe('a small picture', () => {
  const uploadPhoto = (content: Buffer, to = channelId) =>
    upload(content, { filename: 'the sea.jpg', type: 'image/jpeg' }, to);
  const addressOf = async (path: string, size: number | string, token = alice.token) =>
    get(`${path}/address?size=${size}`, {}, { token });
  const urlOf = async (path: string, size: number, token = alice.token) =>
    (await jsonOf<{ data: { url: string } }>(await addressOf(path, size, token))).data.url;
  const fetched = async (url: string, headers: Record<string, string> = {}) => {
    const response = await get(url, headers, { token: '' });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const madeOf = async (id: string) =>
    (await service.stored('small-pictures')).filter((name) => name.startsWith(id)).sort();

  test('is a WebP of the size, upright and without metadata, and goes with the message', async () => {
    const { id, path } = await uploadPhoto(await noisyPhoto(1600, 1200));
    const message = await alice.call.messages.send({ channelId, attachmentIds: [id] });
    const url = await urlOf(path, 480, bob.token);
    await Promise.all([fetched(url), fetched(url), fetched(url)]);
    // Where it takes long to make, the first who fetch it get the original.
    await expect.poll(() => madeOf(id)).toEqual([`${id}-480.webp`]);
    const { response, bytes } = await fetched(url);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'inline; filename="the sea.webp"',
      'content-length': String(bytes.length),
      'cache-control': expect.stringMatching(/^private, max-age=\d+$/),
      etag: `"${id}-480"`,
    });
    expect(await factsOf(bytes)).toEqual({ format: 'webp', width: 360, height: 480, hasExif: false });
    const part = await fetched(url, { Range: 'bytes=8-11' });
    expect([part.response.status, String(part.bytes)]).toEqual([206, 'WEBP']);
    expect((await fetched(url, { 'If-None-Match': `"${id}-480"` })).response.status).toBe(304);
    const larger = await urlOf(path, 960);
    await fetched(larger);
    await expect.poll(() => madeOf(id)).toEqual([`${id}-480.webp`, `${id}-960.webp`]);
    expect(await factsOf((await fetched(larger)).bytes)).toMatchObject({ width: 720, height: 960 });

    await alice.call.messages.delete({ messageId: message.id });
    expect((await fetched(url)).response.status).toBe(404);
    await expect.poll(() => madeOf(id)).toEqual([]);
  });

  test('is not made of what is small, moves or cannot be decoded: that comes as it is', async () => {
    const whole = await noisyPhoto(1600, 1200);
    const files: Record<string, { content: Buffer; made: number }> = {
      small: { content: await noisyPhoto(400, 300), made: 0 },
      moving: { content: await movingPicture(), made: 1 },
      damaged: { content: whole.subarray(0, whole.length / 2), made: 1 },
      flat: { content: await flatPicture(), made: 1 },
    };
    for (const [name, { content, made }] of Object.entries(files)) {
      const { id, path } = await upload(content, { filename: name, type: 'image/jpeg' });
      const url = await urlOf(path, 480);
      for (const _twice of [1, 2]) {
        const { response, bytes } = await fetched(url);
        expect([name, response.status, bytes.equals(content)]).toEqual([name, 200, true]);
        expect(response.headers.get('etag')).toBe(`"${id}"`);
      }
      // What cannot be made smaller is remembered by an empty file.
      expect([name, (await madeOf(id)).length]).toEqual([name, made]);
    }
  });

  test('has an address for whoever may read the file, and of the sizes that there are', async () => {
    const secret = await alice.call.channels.create({ serverId, name: 'photos', isPrivate: true });
    const { id, path } = await uploadPhoto(await noisyPhoto(1600, 1200), secret.id);
    await alice.call.messages.send({ channelId: secret.id, attachmentIds: [id] });
    const { token: bot } = await alice.call.bots.create({ username: 'camera' });
    const statuses = async () =>
      Promise.all(
        [bob.token, outsider.token, bot, ''].map(async (who) => (await addressOf(path, 480, who)).status),
      );
    expect(await statuses()).toEqual([404, 404, 403, 401]);
    await alice.call.channels.addMember({ serverId, channelId: secret.id, userId: bob.id });
    const url = await urlOf(path, 480, bob.token);
    expect((await fetched(url)).response.headers.get('content-type')).toBe('image/webp');
    await alice.call.channels.removeMember({ serverId, channelId: secret.id, userId: bob.id });
    expect((await fetched(url)).response.status).toBe(404);
    expect(await statuses()).toEqual([404, 404, 403, 401]);
    const [granted = '', signature = ''] = url.replace('/api/files/', '').split('.');
    const other = Buffer.from(granted, 'base64url').toString().replace(/480$/, '960');
    expect(
      (await fetched(`/api/files/${Buffer.from(other).toString('base64url')}.${signature}`)).response.status,
    ).toBe(404);
    for (const size of ['481', 'large', '0480', '-480']) {
      const refused = await addressOf(path, size);
      expect([refused.status, await jsonOf(refused)]).toMatchObject([
        400,
        {
          code: 'INVALID_INPUT',
          issues: [{ path: 'size', message: expect.stringMatching(/480.*960.*1440/) }],
        },
      ]);
    }
  });
});

describe('an avatar', () => {
  async function avatarPath(): Promise<string> {
    const response = await fetch(`${service.url}/api/users/me/avatar`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${alice.token}`, 'Content-Type': MULTIPART },
      body: bodyOf(filePart(PNG)),
    });
    return (await jsonOf<{ data: { avatarPath: string } }>(response)).data.avatarPath;
  }

  test('is sent to everybody, and may be cached forever', async () => {
    const path = await avatarPath();
    const response = await get(path, {}, { token: '' });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      etag: `"${path.split('/').at(-1)}"`,
    });
    const image = Buffer.from(await response.arrayBuffer());
    expect(image.toString('latin1', 8, 12)).toBe('WEBP');
    expect(response.headers.get('content-length')).toBe(String(image.length));
  });

  test('is not sent again to a client that has it, and HEAD has no body', async () => {
    const path = await avatarPath();
    const etag = `"${path.split('/').at(-1)}"`;
    expect((await get(path, { 'If-None-Match': etag }, { token: '' })).status).toBe(304);
    const head = await get(path, {}, { token: '', method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test.each(['x', `${'a'.repeat(64)}.webp`, '..%2Fattachments%2Fx', '%2e%2e%2fpasswd', '%00.webp'])(
    'named %s does not exist',
    async (name) => {
      const response = await get(`/api/avatars/${name}`, {}, { token: '' });
      expect([response.status, await jsonOf(response)]).toMatchObject([404, { code: 'AVATAR_NOT_FOUND' }]);
      expect(response.headers.get('cache-control')).toBe('no-store');
    },
  );
});
