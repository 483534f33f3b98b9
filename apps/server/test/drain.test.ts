import { createdId } from '@palaver/core/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { send } from '../src/testing/send.js';
import { startTestService, type TestService } from '../src/testing/test-service.js';
import { keptAlive, openSubscription, openWebSocket } from './process/connections.js';

const SOCKETS = 30;

let service: TestService;
let stopped: Promise<void> | undefined;
beforeEach(async () => {
  // Two seconds of notice, then slices over six: less would be over before a busy machine has done what happens meanwhile.
  service = await startTestService({ DRAIN_SECONDS: '8' });
  stopped = undefined;
});
afterEach(() => stopped ?? service.close());

const ready = () => send(service.url, { path: '/ready' });

/** Begins to stop the service, and resolves when it is not ready. */
async function beginToStop(): Promise<void> {
  stopped = service.close();
  await expect.poll(async () => (await ready()).status, { interval: 5 }).toBe(503);
}

/** Sends an upgrade with a token. */
const upgrade = (token: string | null) =>
  send(service.url, {
    path: '/api/ws',
    headers: {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      Authorization: `Bearer ${token}`,
    },
  });

test('a service that stops is not ready at once, and serves everything else, each answer as the last of its connection', async () => {
  const alice = await service.person('alice');
  const proxy = await keptAlive(service.url);
  await beginToStop();
  expect((await upgrade(alice.token)).status).toBe(101);
  const notReady = { error: 'The service is about to stop.', code: 'NOT_READY' };
  expect((await ready()).json).toEqual(notReady);
  expect(await send(service.url, { path: '/ready?failure=404' })).toMatchObject({
    status: 404,
    json: notReady,
  });
  expect((await alice.post('/api/servers', { name: 'Acme' })).status).toBe(201);
  let answers = '';
  proxy.on('data', (bytes) => {
    answers += String(bytes);
  });
  const ended = new Promise((resolve) => proxy.once('end', resolve));
  proxy.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await ended;
  expect(answers).toMatch(/^HTTP\/1.1 200 /);
  expect(answers).toMatch(/^Connection: close\r$/m);
});

test('sockets and event streams are closed slice by slice, while requests are answered and new sockets refused', async () => {
  const alice = await service.person('alice');
  const serverId = await createdId(alice, '/api/servers', { name: 'Acme' });
  const subscription = await openSubscription(alice, serverId);
  const sockets = await Promise.all(
    Array.from({ length: SOCKETS }, () => openWebSocket(service.url, alice.token ?? '')),
  );
  let closed = 0;
  const codes = sockets.map(async (socket) => {
    const code = await socket.closed;
    closed++;
    return code;
  });
  await beginToStop();
  await Promise.race(codes);
  expect(closed).toBeLessThan(SOCKETS / 2);
  const refused = await upgrade(alice.token);
  expect(refused.status).toBe(503);
  expect(refused.headers).toHaveProperty('retry-after');
  expect((await alice.get('/api/users/me')).status).toBe(200);
  expect(closed).toBeLessThan(SOCKETS);
  expect(await Promise.all(codes)).toEqual(Array(SOCKETS).fill(1012));
  await subscription.ended;
});
