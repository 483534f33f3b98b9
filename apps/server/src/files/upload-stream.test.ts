import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { DEFAULT_LIMITS } from '@palaver/core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { BOUNDARY, bodyOf, filePart, MULTIPART, PNG } from './multipart-body.fixture.js';
import { openConnection } from './raw-connection.fixture.js';
import { type FileService, jsonOf, type Person, startFileService } from './test-support.js';

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
afterEach(() => expect.poll(arriving).toEqual([]));

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

describe('an error is answered before the whole body has arrived', () => {
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

  test('when Content-Length is too large', async () => {
    const connection = await openConnection(service.port);
    connection.socket.write(head(AVATAR, alice.token, 6_000_000));
    expect(await connection.received('FILE_TOO_LARGE')).toContain('HTTP/1.1 413');
    connection.socket.destroy();
  });

  test('when the file is too large, to a client that sends no more', async () => {
    const connection = await openConnection(service.port);
    connection.socket.write(head(AVATAR, alice.token, 'chunked'));
    connection.socket.write(chunk(opening));
    connection.socket.write(chunk(Buffer.alloc(DEFAULT_LIMITS.avatarBytes)));
    await expect.poll(arriving).toHaveLength(1);
    connection.socket.write(chunk(Buffer.alloc(100)));
    expect(await connection.received('FILE_TOO_LARGE')).toContain('HTTP/1.1 413');
    expect(await arriving()).toEqual([]);
    connection.socket.destroy();
  });

  test.each([
    ['before the first part', Buffer.alloc(0)],
    ['after the last', bodyOf(filePart(PNG))],
  ])('when too many bytes come %s', async (_name, before) => {
    const connection = await openConnection(service.port);
    connection.socket.write(head(AVATAR, alice.token, 'chunked'));
    connection.socket.write(
      chunk(Buffer.concat([before, Buffer.alloc(DEFAULT_LIMITS.avatarBytes + 100_000)])),
    );
    expect(await connection.received('FILE_TOO_LARGE')).toContain('HTTP/1.1 413');
    connection.socket.destroy();
  });

  test('when the file is in the wrong field, to a client that sends no more', async () => {
    const connection = await openConnection(service.port);
    connection.socket.write(head(AVATAR, alice.token, 1_000_000));
    connection.socket.write(opening.toString().replace('name="file"', 'name="photo"'));
    expect(await connection.received('FILE_MISSING')).toContain('HTTP/1.1 400');
    connection.socket.destroy();
  });
});

test.each([
  ['with Content-Length', (body: Buffer) => [head(AVATAR, alice.token, body.length), body]],
  ['in chunks', (body: Buffer) => [head(AVATAR, alice.token, 'chunked'), chunk(body), '0\r\n\r\n']],
])(
  'a client that sends a whole body, %s, before it reads receives the error and keeps the connection',
  async (_name, pieces) => {
    const connection = await openConnection(service.port);
    for (const piece of pieces(bodyOf(filePart(Buffer.alloc(20_000_000))))) connection.socket.write(piece);
    connection.socket.write('GET /api/users/me HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const answers = await connection.received('HTTP/1.1 401');
    expect(answers).toContain('HTTP/1.1 413');
    connection.socket.destroy();
  },
);

test('a client that never stops sending is disconnected', async () => {
  const connection = await openConnection(service.port);
  connection.socket.write(head(AVATAR, alice.token, 'chunked'));
  connection.socket.write(chunk(opening));
  const block = chunk(Buffer.alloc(1024 * 1024));
  const sendMore = () => {
    while (!connection.socket.destroyed && connection.socket.write(block));
  };
  connection.socket.on('drain', sendMore);
  sendMore();
  await connection.received('FILE_TOO_LARGE');
  await connection.closed;
  expect(connection.socket.bytesWritten).toBeGreaterThan(64 * 1024 * 1024);
});

test.each([1, 7, 64])('a body in chunks of %i bytes is read', async (size) => {
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

describe('a client that disconnects', () => {
  test.each([
    ['during a file', Buffer.concat([opening, Buffer.alloc(300_000)])],
    [
      'during a second file',
      Buffer.concat([opening, PNG, Buffer.from('\r\n'), opening, Buffer.alloc(300_000)]),
    ],
  ])('%s leaves no file behind', async (_name, sent) => {
    const before = await service.stored('attachments');
    const connection = await openConnection(service.port);
    connection.socket.write(head(`/api/channels/${channelId}/attachments`, alice.token, 1_000_000));
    connection.socket.write(sent);
    await expect.poll(arriving).not.toEqual([]);
    connection.socket.destroy();
    await expect.poll(arriving).toEqual([]);
    expect(await service.stored('attachments')).toEqual(before);
  });

  test('before the first byte of the body has no effect', async () => {
    const connection = await openConnection(service.port);
    connection.socket.write(head(AVATAR, alice.token, 1_000_000));
    connection.socket.destroy();
    await connection.closed;
    expect((await fetch(`${service.url}/api/users/me`)).status).toBe(401);
  });
});

test.each([
  ['line breaks', Buffer.alloc(1024 * 1024, '\r')],
  ['beginnings of the boundary', Buffer.alloc(1024 * 1024, `\r\n--${BOUNDARY.slice(0, 3)}`)],
])('a megabyte of %s is written in pieces of 64 KiB', async (_name, content) => {
  const handle = await open(fileURLToPath(import.meta.url));
  // The class of file handles is not exported.
  const writes = vi.spyOn(Object.getPrototypeOf(handle), 'appendFile');
  await handle.close();
  try {
    const response = await fetch(`${service.url}/api/channels/${channelId}/attachments`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${alice.token}`, 'Content-Type': MULTIPART },
      body: bodyOf(filePart(content, { type: 'text/plain' })),
    });
    expect(response.status).toBe(201);
    expect(writes).toHaveBeenCalledTimes(16);
    const { data } = await jsonOf<{ data: Array<{ storedPath: string }> }>(response);
    const headers = { Authorization: `Bearer ${alice.token}` };
    const fetched = await fetch(service.url + data[0]?.storedPath, { headers });
    expect(content.equals(Buffer.from(await fetched.arrayBuffer()))).toBe(true);
  } finally {
    writes.mockRestore();
  }
});
