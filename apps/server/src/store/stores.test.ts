import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { createDiskStore, type FileStore, unavailable } from '@palaver/core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inBucket } from './open-store.js';
import { type S3Server, startS3Server } from './s3-server.fixture.js';

let folder: string;
let s3: S3Server;
const stores = new Map<string, FileStore>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palaver-stores-'));
  s3 = await startS3Server();
  stores.set('disk', await createDiskStore(join(folder, 'disk')));
  stores.set('S3', await inBucket(await createDiskStore(join(folder, 'spool')), s3.settings));
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const began = Date.now();

describe.each(['disk', 'S3'])('the store on %s', (name) => {
  const store = () => {
    const found = stores.get(name);
    if (!found) throw new Error(name);
    return found;
  };
  const listed = async (of: string) => {
    const names: string[] = [];
    for await (const { name: found, storedAt } of store().list(of)) {
      // S3 has whole seconds.
      expect(storedAt.getTime()).toBeGreaterThan(began - 1_000);
      expect(storedAt.getTime()).toBeLessThanOrEqual(Date.now());
      names.push(found);
    }
    return names.sort();
  };

  test('a written file can be read, whole or in part, until it is removed', async () => {
    await store().write('notes/a', Buffer.from('0123456789'));
    expect(await store().size('notes/a')).toBe(10);
    expect(await text(store().read('notes/a'))).toBe('0123456789');
    expect(await text(store().read('notes/a', { start: 2, end: 4 }))).toBe('234');
    await store().write('notes/a', Buffer.from('other'));
    expect(await text(store().read('notes/a'))).toBe('other');
    await store().remove('notes/a');
    await store().remove('notes/a');
    expect(await store().size('notes/a')).toBeNull();
    await expect(text(store().read('notes/a'))).rejects.toThrow();
  });

  test.each([0, 1, 9 * 1024 * 1024, 20 * 1024 * 1024])(
    'a received file of %i bytes is taken over whole',
    async (size) => {
      const content = randomBytes(size);
      const path = store().temporaryPath();
      await writeFile(path, content);
      await store().adopt(path, 'large/a');
      expect(await store().size('large/a')).toBe(size);
      expect((await buffer(store().read('large/a'))).equals(content)).toBe(true);
      expect(await readdir(join(folder, name === 'disk' ? 'disk' : 'spool', 'arriving'))).toEqual([]);
      await store().remove('large/a');
    },
  );

  test('a folder is listed whole, without other folders', async () => {
    const names = Array.from({ length: 1_050 }, (_, n) => `file-${String(n).padStart(4, '0')}`);
    for (let at = 0; at < names.length; at += 20) {
      await Promise.all(
        names.slice(at, at + 20).map((key) => store().write(`many/${key}`, Buffer.from('x'))),
      );
    }
    await store().write('manyother/b', Buffer.from('x'));
    expect(await listed('many')).toEqual(names);
    expect(await listed('none')).toEqual([]);
  });

  test('a file that has not been received is an error and stores nothing', async () => {
    await expect(store().adopt(store().temporaryPath(), 'notes/missing')).rejects.toMatchObject({
      code: 'ENOENT',
    });
    expect(await store().size('notes/missing')).toBeNull();
  });

  test('a reader that goes away ends the reading', async () => {
    await store().write('notes/long', randomBytes(4 * 1024 * 1024));
    const stream = store().read('notes/long');
    for await (const chunk of stream) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect(stream.destroyed).toBe(true);
  });
});

/** The address of a server that begins to listen. */
async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The address of a TCP server is an object.
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

describe('an S3 store with a fault', () => {
  const answered = async (status: number, body: string) => {
    const server = createServer((req, res) => {
      req.resume();
      res.writeHead(status, { 'content-type': 'application/xml' }).end(body);
    });
    const store = await inBucket(await createDiskStore(join(folder, 'faults')), {
      ...s3.settings,
      secretAccessKey: 'the-secret',
      accessKeyId: 'THE-KEY',
      endpoint: await listening(server),
    });
    return { store, close: () => new Promise((resolve) => server.close(resolve)) };
  };
  const error = (code: string) =>
    `<?xml version="1.0"?><Error><Code>${code}</Code><AWSAccessKeyId>THE-KEY</AWSAccessKeyId></Error>`;

  test.each([
    [503, 'SlowDown', 'BUSY'],
    [500, 'InternalError', 'BUSY'],
    [507, 'XMinioStorageFull', 'DISK_FULL'],
    [403, 'InvalidAccessKeyId', null],
  ])('that answers %i %s is %s, and tells no key', async (status, code, errorCode) => {
    const { store, close } = await answered(status, error(code));
    const failure = await store.write('notes/a', Buffer.from('x')).catch((caught: unknown) => caught);
    const told = failure instanceof Error && 'errorCode' in failure ? failure.errorCode : null;
    expect(told ?? unavailable(failure)?.errorCode ?? null).toBe(errorCode);
    const { inspect } = await import('node:util');
    expect(inspect(failure, { depth: 9 })).not.toMatch(/THE-KEY|the-secret/);
    await expect(text(store.read('notes/a'))).rejects.toThrow();
    await close();
  });

  test('that sends for longer than its answer may take is read to the end', async () => {
    let sendRest: () => void = () => {};
    const server = createServer((_req, res) => {
      res.writeHead(200, { 'content-length': '10' }).write('01234');
      sendRest = () => res.end('56789');
    });
    const store = await inBucket(await createDiskStore(join(folder, 'slow')), {
      ...s3.settings,
      endpoint: await listening(server),
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const parts = store.read('notes/a')[Symbol.asyncIterator]();
      expect(String((await parts.next()).value)).toBe('01234');
      vi.advanceTimersByTime(5_000);
      sendRest();
      expect(String((await parts.next()).value)).toBe('56789');
    } finally {
      vi.useRealTimers();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  test('that does not answer is BUSY', async () => {
    const { store, close } = await answered(200, '');
    await close();
    await expect(store.size('notes/a')).rejects.toMatchObject({ errorCode: 'BUSY' });
  });
});
