import { AVATAR_MAX_BYTES } from '@palaver/core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { BOUNDARY, bodyOf, filePart, MULTIPART, PNG } from './multipart-body.fixture.js';
import { openConnection } from './raw-connection.fixture.js';
import { type FileService, type Person, startFileService } from './test-support.js';

let service: FileService;
let alice: Person;
let channelId: string;

beforeAll(async () => {
  service = await startFileService();
  alice = await service.person('alice');
  const server = await alice.call.servers.create({ name: 'Acme' });
  channelId = (await alice.call.channels.create({ serverId: server.id, name: 'plans' })).id;
});
afterAll(() => service.close());

const arriving = () => service.stored('arriving');
afterEach(() => vi.waitFor(async () => expect(await arriving()).toEqual([])));

const AVATAR = '/api/users/me/avatar';

function head(path: string, token: string | null, length: number | 'chunked'): string {
  const framing = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  const authorization = token === null ? '' : `Authorization: Bearer ${token}\r\n`;
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${authorization}Content-Type: ${MULTIPART}\r\n${framing}\r\n\r\n`;
}
const chunk = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
const opening = Buffer.from(
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: image/png\r\n\r\n`,
);

describe('a refusal does not wait for the body', () => {
  test.each<[string, () => string, () => string | null, string, string]>([
    ['without a token', () => AVATAR, () => null, '401 Unauthorized', 'UNAUTHENTICATED'],
    [
      'without access',
      () => '/api/channels/none/attachments',
      () => alice.token,
      '404 Not Found',
      'CHANNEL_NOT_FOUND',
    ],
  ])('%s', async (_name, path, token, status, code) => {
    const connection = await openConnection(service.port);
    connection.socket.write(head(path(), token(), 1_000_000));
    const answer = await connection.received(code);
    expect(answer).toContain(`HTTP/1.1 ${status}`);
    expect(await arriving()).toEqual([]);
    connection.socket.destroy();
  });

  test('announced as too large', async () => {
    const connection = await openConnection(service.port);
    connection.socket.write(head(AVATAR, alice.token, 6_000_000));
    expect(await connection.received('FILE_TOO_LARGE')).toContain('HTTP/1.1 413');
    connection.socket.destroy();
  });

  test('too large by a byte, of a client that then waits', async () => {
    const connection = await openConnection(service.port);
    connection.socket.write(head(AVATAR, alice.token, 'chunked'));
    connection.socket.write(chunk(opening));
    connection.socket.write(chunk(Buffer.alloc(AVATAR_MAX_BYTES)));
    await vi.waitFor(async () => expect(await arriving()).toHaveLength(1));
    connection.socket.write(chunk(Buffer.alloc(100)));
    expect(await connection.received('FILE_TOO_LARGE')).toContain('HTTP/1.1 413');
    expect(await arriving()).toEqual([]);
    connection.socket.destroy();
  });

  test.each([
    ['before the first part', Buffer.alloc(0)],
    ['after the last', bodyOf(filePart(PNG))],
  ])('too much %s', async (_name, before) => {
    const connection = await openConnection(service.port);
    connection.socket.write(head(AVATAR, alice.token, 'chunked'));
    connection.socket.write(chunk(Buffer.concat([before, Buffer.alloc(AVATAR_MAX_BYTES + 100_000)])));
    expect(await connection.received('FILE_TOO_LARGE')).toContain('HTTP/1.1 413');
    connection.socket.destroy();
  });

  test('in the wrong field, of a client that then waits', async () => {
    const connection = await openConnection(service.port);
    connection.socket.write(head(AVATAR, alice.token, 1_000_000));
    connection.socket.write(opening.toString().replace('name="file"', 'name="photo"'));
    expect(await connection.received('FILE_MISSING')).toContain('HTTP/1.1 400');
    connection.socket.destroy();
  });
});

test.each([
  ['announced', (body: Buffer) => [head(AVATAR, alice.token, body.length), body]],
  ['unannounced', (body: Buffer) => [head(AVATAR, alice.token, 'chunked'), chunk(body), '0\r\n\r\n']],
])(
  'who sends all of a body, %s, before listening gets the refusal and keeps the connection',
  async (_name, pieces) => {
    const connection = await openConnection(service.port);
    for (const piece of pieces(bodyOf(filePart(Buffer.alloc(20_000_000))))) connection.socket.write(piece);
    connection.socket.write('GET /api/users/me HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const answers = await connection.received('HTTP/1.1 401');
    expect(answers).toContain('HTTP/1.1 413');
    connection.socket.destroy();
  },
);

test('who never stops sending is cut off', async () => {
  const connection = await openConnection(service.port);
  connection.socket.write(head(AVATAR, alice.token, 'chunked'));
  connection.socket.write(chunk(opening));
  const block = chunk(Buffer.alloc(1024 * 1024));
  const sendOn = () => {
    while (!connection.socket.destroyed && connection.socket.write(block));
  };
  connection.socket.on('drain', sendOn);
  sendOn();
  await connection.received('FILE_TOO_LARGE');
  await connection.closed;
  expect(connection.socket.bytesWritten).toBeGreaterThan(64 * 1024 * 1024);
});

test.each([1, 7, 64])('a body in pieces of %i bytes is the same body', async (size) => {
  const connection = await openConnection(service.port);
  const body = bodyOf(filePart(PNG, { filename: 'naïve 👋.png' }));
  connection.socket.setNoDelay(true);
  connection.socket.write(head(`/api/channels/${channelId}/attachments`, alice.token, 'chunked'));
  for (let at = 0; at < body.length; at += size) connection.socket.write(chunk(body.subarray(at, at + size)));
  connection.socket.write('0\r\n\r\n');
  const answer = Buffer.from(await connection.received('createdAt'), 'latin1').toString();
  expect(answer).toContain('HTTP/1.1 201');
  expect(answer).toContain('"filename":"naïve 👋.png"');
  expect(answer).toContain(`"sizeBytes":${PNG.length}`);
  connection.socket.destroy();
});

describe('a client that goes away', () => {
  test.each([
    ['in a file', Buffer.concat([opening, Buffer.alloc(300_000)])],
    ['in a second file', Buffer.concat([opening, PNG, Buffer.from('\r\n'), opening, Buffer.alloc(300_000)])],
  ])('%s leaves nothing behind', async (_name, sent) => {
    const kept = await service.stored('attachments');
    const connection = await openConnection(service.port);
    connection.socket.write(head(`/api/channels/${channelId}/attachments`, alice.token, 1_000_000));
    connection.socket.write(sent);
    await vi.waitFor(async () => expect((await arriving()).length).toBeGreaterThan(0));
    connection.socket.destroy();
    await vi.waitFor(async () => expect(await arriving()).toEqual([]));
    expect(await service.stored('attachments')).toEqual(kept);
  });

  test('before its first byte does no harm', async () => {
    const connection = await openConnection(service.port);
    connection.socket.write(head(AVATAR, alice.token, 1_000_000));
    connection.socket.destroy();
    await connection.closed;
    expect((await fetch(`${service.url}/api/users/me`)).status).toBe(401);
  });
});
