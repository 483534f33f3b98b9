import { randomBytes } from 'node:crypto';
import { DEFAULT_LIMITS } from '@palaver/core';
import { newId } from '@palaver/db';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  BOUNDARY,
  bodyOf,
  fieldPart,
  filePart,
  MULTIPART,
  PNG,
  type RawPart,
} from './multipart-body.fixture.js';
import { type FileService, jsonOf, type Person, startFileService } from './test-support.js';

let service: FileService;
let alice: Person;
let bob: Person;
let serverId: string;
let channelId: string;

beforeAll(async () => {
  service = await startFileService();
  [alice, bob] = await Promise.all([service.person('alice'), service.person('bob')]);
  serverId = (await alice.call.servers.create({ name: 'Acme' })).id;
  channelId = (await alice.call.channels.create({ serverId, name: 'plans' })).id;
});
afterAll(() => service.close());

/** No test leaves a file behind that was not stored completely. */
afterEach(async () => {
  expect(await service.stored('arriving')).toEqual([]);
});

type User = { avatarPath: string };
type Attachments = { data: { storedPath: string }[] };

const AVATAR = '/api/users/me/avatar';
const attachments = () => `/api/channels/${channelId}/attachments`;

function post(
  path: string,
  body: string | Buffer<ArrayBuffer> | FormData,
  headers: Record<string, string> = {},
  token: string | null = alice.token,
) {
  return fetch(service.url + path, {
    method: 'POST',
    headers: { ...(token === null ? {} : { Authorization: `Bearer ${token}` }), ...headers },
    body,
  });
}
const send = (path: string, ...parts: RawPart[]) =>
  post(path, bodyOf(...parts), { 'Content-Type': MULTIPART });

test('an upload with an idempotency key is stored once', async () => {
  const keyed = (content: string) =>
    post(attachments(), bodyOf(filePart(content)), {
      'Content-Type': MULTIPART,
      'Idempotency-Key': 'once',
    });
  const [first, again] = [await keyed('hello'), await keyed('hello')];
  expect([first, again].map(({ status, headers }) => [status, headers.get('Idempotent-Replayed')])).toEqual([
    [201, null],
    [201, 'true'],
  ]);
  expect(await again.json()).toEqual(await first.json());
  expect(await outcome(await keyed('bye'))).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
});

async function outcome(response: Response) {
  const { code = 'done' } = await jsonOf<{ code?: string }>(response);
  return [response.status, code];
}

describe('an avatar', () => {
  test('is answered with the updated user', async () => {
    const form = new FormData();
    form.append('file', new Blob([PNG], { type: 'image/png' }), 'me.png');
    const response = await post(AVATAR, form);
    expect(response.status).toBe(200);
    const { data, ...rest } = await jsonOf<{ data: User }>(response);
    expect(rest).toEqual({});
    expect(await bob.call.users.get({ userId: alice.id })).toMatchObject(data);
    expect(data.avatarPath).toMatch(/^\/api\/avatars\/[0-9a-f]{64}\.webp$/);
  });

  test('of 5 MB is accepted, and one byte more is refused', async () => {
    const exact = Buffer.concat([PNG], DEFAULT_LIMITS.avatarBytes);
    expect(await outcome(await send(AVATAR, filePart(exact)))).toEqual([200, 'done']);
    const more = Buffer.concat([exact, Buffer.alloc(1)]);
    expect(await outcome(await send(AVATAR, filePart(more)))).toEqual([413, 'FILE_TOO_LARGE']);
  });

  test.each<[string, RawPart[], number, string]>([
    ['a text of an image type', [filePart('words')], 400, 'IMAGE_UNREADABLE'],
    ['an image of a text type', [filePart(PNG, { type: 'text/plain' })], 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['an empty file', [filePart('')], 400, 'IMAGE_UNREADABLE'],
    ['two files', [filePart(PNG), filePart(PNG)], 400, 'TOO_MANY_FILES'],
    ['a BMP of an image type', [filePart(`BM${'\0'.repeat(60)}`)], 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [
      'no type',
      [{ head: 'Content-Disposition: form-data; name="file"; filename="a.png"', content: PNG }],
      200,
      'done',
    ],
    ['an image of no stated type', [filePart(PNG, { type: 'application/octet-stream' })], 200, 'done'],
    ['fields around it', [fieldPart('a', 'b'), filePart(PNG), fieldPart('file', 'c')], 200, 'done'],
  ])('%s', async (_name, parts, status, code) => {
    expect(await outcome(await send(AVATAR, ...parts))).toEqual([status, code]);
  });

  test('can be removed', async () => {
    await send(AVATAR, filePart(PNG));
    const headers = { Authorization: `Bearer ${alice.token}` };
    const response = await fetch(service.url + AVATAR, { method: 'DELETE', headers });
    expect(await response.json()).toMatchObject({ data: { id: alice.id, avatarPath: null } });
  });
});

describe('attachments', () => {
  test('are answered with 201, in the order of the files, and stored byte for byte', async () => {
    const randomFile = randomBytes(3_000_000);
    const response = await send(
      attachments(),
      filePart(randomFile, { filename: 'a.bin', type: 'application/x-noise' }),
      filePart('', { filename: 'empty.txt', type: 'text/plain' }),
      filePart(PNG, { filename: 'c.png', type: 'application/octet-stream' }),
    );
    expect(response.status).toBe(201);
    const { data } = await jsonOf<Attachments>(response);
    expect(data).toMatchObject([
      { filename: 'a.bin', mimeType: 'application/x-noise', sizeBytes: randomFile.length, messageId: null },
      { filename: 'empty.txt', mimeType: 'text/plain', sizeBytes: 0 },
      { filename: 'c.png', mimeType: 'image/png', sizeBytes: PNG.length },
    ]);
    const fetched = await fetch(service.url + data[0]?.storedPath, {
      headers: { Authorization: `Bearer ${alice.token}` },
    });
    expect(randomFile.equals(Buffer.from(await fetched.arrayBuffer()))).toBe(true);
  });

  test('that contain line breaks and parts of the boundary are stored byte for byte', async () => {
    const content = `\r\n--${BOUNDARY.slice(0, -1)}\r\n--${BOUNDARY}x\r\n\r\n--\r\n-`.repeat(5000);
    const response = await send(attachments(), filePart(content, { type: 'text/plain' }));
    const { data } = await jsonOf<Attachments>(response);
    const headers = { Authorization: `Bearer ${alice.token}` };
    const fetched = await fetch(service.url + data[0]?.storedPath, { headers });
    expect(await fetched.text()).toBe(content);
  });

  test('are at most ten, of at most 25 MB each', async () => {
    const parts = (count: number) => Array.from({ length: count }, () => filePart('x'));
    expect(await outcome(await send(attachments(), ...parts(10)))).toEqual([201, 'done']);
    expect(await outcome(await send(attachments(), ...parts(11)))).toEqual([400, 'TOO_MANY_FILES']);
    const exact = Buffer.alloc(25 * 1024 * 1024);
    expect(await outcome(await send(attachments(), filePart(exact)))).toEqual([201, 'done']);
    const more = Buffer.alloc(exact.length + 1);
    expect(await outcome(await send(attachments(), filePart('x'), filePart(more)))).toEqual([
      413,
      'FILE_TOO_LARGE',
    ]);
  });

  test('leave no file behind when the channel is archived', async () => {
    const before = await service.stored('attachments');
    const { id } = await alice.call.channels.create({ serverId, name: 'closing' });
    await alice.call.channels.update({ serverId, channelId: id, archived: true });
    expect(await outcome(await send(`/api/channels/${id}/attachments`, filePart('x')))).toEqual([
      403,
      'CHANNEL_ARCHIVED',
    ]);
    expect(await service.stored('attachments')).toEqual(before);
  });
});

describe('who may upload', () => {
  const whole = bodyOf(filePart(PNG));
  const headers = { 'Content-Type': MULTIPART };

  test.each<[string, () => string | null, number, number, number]>([
    ['Alice, the owner', () => alice.token, 200, 201, 201],
    ['Bob, an outsider', () => bob.token, 200, 404, 404],
    ['a client without a token', () => null, 401, 401, 401],
    ['a client with a bad token', () => 'plv_bad', 401, 401, 401],
  ])('%s', async (_name, token, avatar, channel, missing) => {
    expect((await post(AVATAR, whole, headers, token())).status).toBe(avatar);
    expect((await post(attachments(), whole, headers, token())).status).toBe(channel);
    const nowhere = await post(`/api/channels/${newId()}/attachments`, whole, headers, token());
    expect(nowhere.status).toBe(missing === 201 ? 404 : missing);
  });

  test('members of the server, and bots; in a private channel its members only; former members nowhere', async () => {
    const [carol, dave] = await Promise.all([service.person('carol'), service.person('dave')]);
    const { bot, token } = await carol.call.bots.create({ username: 'helper' });
    const { code } = await alice.call.servers.createInvite({ serverId });
    for (const person of [carol, dave]) await person.call.servers.acceptInvite({ code });
    await carol.call.servers.addMember({ serverId, userId: bot.id });
    const secret = await alice.call.channels.create({ serverId, name: 'secret', isPrivate: true });
    await alice.call.channels.addMember({ serverId, channelId: secret.id, userId: carol.id });
    const status = async (id: string, by: string) =>
      (await post(`/api/channels/${id}/attachments`, whole, headers, by)).status;

    expect(await Promise.all([carol.token, dave.token, token].map((by) => status(channelId, by)))).toEqual([
      201, 201, 201,
    ]);
    expect(await Promise.all([carol.token, dave.token, token].map((by) => status(secret.id, by)))).toEqual([
      201, 404, 404,
    ]);
    await dave.call.servers.leave({ serverId });
    expect(await status(channelId, dave.token)).toBe(404);
  });

  test('a channel that is forbidden and one that is missing have the same answer', async () => {
    const answer = async (id: string) =>
      (await post(`/api/channels/${id}/attachments`, whole, headers, bob.token)).text();
    expect(await answer(channelId)).toBe(await answer(newId()));
    expect(await answer(channelId)).toBe(await answer('no-id'));
  });
});

describe('an unusual body', () => {
  const part = (head: string, content = 'x'): RawPart => ({ head, content });
  const disposition = 'Content-Disposition: form-data; name="file"; filename="a.txt"';

  test.each<[string, string, string | Buffer<ArrayBuffer>, number, string]>([
    ['JSON', 'application/json', '{"file":"x"}', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['the file without multipart', 'image/png', PNG, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [
      'a form that is not multipart',
      'application/x-www-form-urlencoded',
      'file=x',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'another multipart type',
      `multipart/mixed; boundary=${BOUNDARY}`,
      bodyOf(filePart('x')),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['no boundary', 'multipart/form-data', bodyOf(filePart('x')), 400, 'MALFORMED_REQUEST'],
    [
      'an empty boundary',
      'multipart/form-data; boundary=""',
      bodyOf(filePart('x')),
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'a boundary of 71 characters',
      `multipart/form-data; boundary=${'b'.repeat(71)}`,
      'x',
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'another boundary',
      'multipart/form-data; boundary=other',
      bodyOf(filePart('x')),
      400,
      'MALFORMED_REQUEST',
    ],
    ['an empty body', MULTIPART, '', 400, 'MALFORMED_REQUEST'],
    ['text without a boundary', MULTIPART, 'noise', 400, 'MALFORMED_REQUEST'],
    ['no final boundary', MULTIPART, bodyOf(filePart('x')).subarray(0, -20), 400, 'MALFORMED_REQUEST'],
    ['a malformed header', MULTIPART, bodyOf(part(`${disposition}\r\n: no name`)), 400, 'MALFORMED_REQUEST'],
    [
      'a part that ends in its headers',
      MULTIPART,
      `--${BOUNDARY}\r\nContent-Dispo`,
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'base64',
      MULTIPART,
      bodyOf(part(`${disposition}\r\nContent-Transfer-Encoding: base64`)),
      400,
      'MALFORMED_REQUEST',
    ],
    ['no parts', MULTIPART, `--${BOUNDARY}--\r\n`, 400, 'FILE_MISSING'],
    ['a part without a disposition', MULTIPART, bodyOf(part('X-A: b')), 400, 'FILE_MISSING'],
    ['a text field named file', MULTIPART, bodyOf(fieldPart('file', 'x')), 400, 'FILE_MISSING'],
    ['no file chosen', MULTIPART, bodyOf(filePart('', { filename: '' })), 400, 'FILE_MISSING'],
    ['a file in another field', MULTIPART, bodyOf(filePart('x', { name: 'photo' })), 400, 'FILE_MISSING'],
    [
      'a file without a field name',
      MULTIPART,
      bodyOf(part('Content-Disposition: form-data; filename="a"')),
      400,
      'FILE_MISSING',
    ],
    [
      'a second file in another field',
      MULTIPART,
      bodyOf(filePart('x'), filePart('x', { name: 'b' })),
      400,
      'FILE_MISSING',
    ],
    [
      'a long text',
      MULTIPART,
      bodyOf(fieldPart('a', 'x'.repeat(70_000)), filePart('x')),
      413,
      'BODY_TOO_LARGE',
    ],
    [
      'a long header',
      MULTIPART,
      bodyOf(part(`${disposition}\r\nX-A: ${'x'.repeat(70_000)}`)),
      413,
      'BODY_TOO_LARGE',
    ],
    [
      'many headers',
      MULTIPART,
      bodyOf(part(`${disposition}${'\r\nX-A: b'.repeat(20_000)}`)),
      413,
      'BODY_TOO_LARGE',
    ],
    ['a field named __proto__', MULTIPART, bodyOf(fieldPart('__proto__', 'x'), filePart('x')), 201, 'done'],
    [
      'a preamble and an epilogue',
      MULTIPART,
      Buffer.concat([Buffer.from('hello\r\n'), bodyOf(filePart('x')), PNG]),
      201,
      'done',
    ],
    [
      'a quoted boundary',
      `Multipart/Form-Data; charset=utf-8; boundary="${BOUNDARY}"`,
      bodyOf(filePart('x')),
      201,
      'done',
    ],
  ])('%s', async (_name, type, body, status, code) => {
    const response = await post(attachments(), body, { 'Content-Type': type });
    expect(await outcome(response)).toEqual([status, code]);
  });
});

describe('file names', () => {
  test.each([
    ['filename="plain.txt"', 'plain.txt'],
    ['filename=token.txt', 'token.txt'],
    ['filename="two words.txt"', 'two words.txt'],
    ['filename="naïve 文件 👋.txt"', 'naïve 文件 👋.txt'],
    ['filename="../../etc/passwd"', 'passwd'],
    ['filename="C:\\\\temp\\\\evil.exe"', 'evil.exe'],
    ['filename="a%22b%0D%0Ac.txt"', 'a"bc.txt'],
    ['filename="a\\"b.txt"', 'a"b.txt'],
    ['filename="semi; name=other; colon.txt"', 'semi; name=other; colon.txt'],
    ['filename="invoice_\u202Egpj.exe"', 'invoice_gpj.exe'],
    ['filename="nul\0byte.txt"', 'nulbyte.txt'],
    [`filename="${'x'.repeat(400)}.pdf"`, `${'x'.repeat(251)}.pdf`],
    ["filename*=UTF-8''na%C3%AFve%20%F0%9F%91%8B.txt", 'naïve 👋.txt'],
    ['filename="fallback.txt"; filename*=utf-8\'en\'real.txt', 'real.txt'],
    ['filename="fallback.txt"; filename*=UTF-8\'\'%E0%A4%A', 'fallback.txt'],
    ['filename="fallback.txt"; filename*=EBCDIC\'\'x', 'fallback.txt'],
    ["filename*=UTF-8''..%2F..%2Fetc%2Fpasswd", 'passwd'],
    ['filename="."', 'file'],
  ])('%s is stored as %j', async (parameter, filename) => {
    const head = `Content-Disposition: form-data; name="file"; ${parameter}\r\nContent-Type: text/plain`;
    const response = await send(attachments(), { head, content: 'x' });
    expect(await response.json()).toMatchObject({ data: [{ filename }] });
  });
});
