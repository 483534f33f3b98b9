import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../testing/client.js';
import { startTestService, type TestService } from '../testing/test-service.js';

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
