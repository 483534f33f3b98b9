import { randomBytes } from 'node:crypto';
import { createDatabase } from '@palaver/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openConnection } from '../files/raw-connection.fixture.js';
import type { Client } from '../testing/client.js';
import { startTestService, type TestService } from '../testing/test-service.js';
import { openFilesOf } from './open-files.fixture.js';

let service: TestService;
let owner: Client;
let path: string;

beforeAll(async () => {
  service = await startTestService();
  owner = await service.person('owner');
  const { body } = await owner.post('/api/servers', { name: 'Acme' });
  path = `/api/servers/${body.data.id}/export`;
});
afterAll(() => service.close());

// The last one stops the service.
describe('an export', { shuffle: false }, () => {
  test('the owner gets a whole zip, one at a time, and can begin again', async () => {
    for (let round = 0; round < 2; round++) {
      const answer = await owner.request('GET', path);
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/zip']);
      const zip = Buffer.from(await answer.arrayBuffer());
      expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
      expect(zip.includes('PK\x05\x06')).toBe(true);
    }
    expect((await owner.request('HEAD', path)).status).toBe(200);
  });

  test('nobody else does', async () => {
    const outsider = await service.person('outsider');
    expect((await outsider.get(path)).body.code).toBe('SERVER_NOT_FOUND');
    expect((await service.client(null).get(path)).status).toBe(401);
  });

  /** More than the buffers of a connection take: what is exported waits for its client. */
  async function attachLargeFiles(serverId: string): Promise<void> {
    const { body } = await owner.post(`/api/servers/${serverId}/channels`, { name: 'files' });
    const channelId = body.data.id;
    for (let n = 0; n < 2; n++) {
      const form = new FormData();
      form.append('file', new Blob([randomBytes(20 * 1024 * 1024)]), 'noise.bin');
      const headers = { Authorization: `Bearer ${owner.token}` };
      const uploaded = await fetch(`${service.url}/api/channels/${channelId}/attachments`, {
        method: 'POST',
        body: form,
        headers,
      });
      const { data } = (await uploaded.json()) as { data: { id: string }[] };
      await owner.post(`/api/channels/${channelId}/messages`, {
        content: 'look',
        attachmentIds: data.map(({ id }) => id),
      });
    }
  }

  /** Begins an export and reads no more than its beginning. */
  async function beginExport() {
    const connection = await openConnection(Number(new URL(service.url).port));
    connection.socket.write(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.token}\r\n\r\n`,
    );
    expect(await connection.received('\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
    connection.socket.pause();
    return connection;
  }

  test('a client that hangs up frees what its export has open, and may begin again', async () => {
    await attachLargeFiles(path.split('/')[3] ?? '');
    const { sql, close } = createDatabase({ url: service.databaseUrl }, { max: 1 });
    const { socket, closed } = await beginExport();
    await expect.poll(() => openFilesOf(service)).toHaveLength(1);
    expect((await owner.send('GET', path)).body.code).toBe('BUSY');
    // Nothing is locked while a client takes its time.
    const open = () =>
      sql`select pid from pg_stat_activity where datname = current_database() and state like 'idle in%'`;
    await expect.poll(open).toEqual([]);
    socket.destroy();
    await closed;
    await expect.poll(() => openFilesOf(service)).toEqual([]);
    await expect.poll(async () => (await owner.request('HEAD', path)).status).toBe(200);
    await close();
  });

  test('a service stops while a client takes its time with an export', async () => {
    const { socket, closed } = await beginExport();
    await service.close();
    socket.resume();
    await closed;
    expect(await openFilesOf(service)).toEqual([]);
    service = await startTestService();
  });
});
