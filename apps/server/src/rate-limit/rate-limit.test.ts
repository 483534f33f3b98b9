import type http from 'node:http';
import net from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { close, listen } from '../testing/listen.js';
import { send } from '../testing/send.js';
import { requestClients } from './client-ip.js';
import { type RateLimit, rateLimit } from './rate-limit.js';
import {
  limitedServer,
  type ManualClock,
  manualClock,
  realOperations,
  statuses,
  tally,
} from './test-support.js';
import { parseTrustedProxies } from './trusted-proxies.js';

const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
const handshake = {
  ...upgrade,
  'sec-websocket-version': '13',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
};

interface Running {
  readonly url: string;
  readonly port: number;
  readonly clock: ManualClock;
}

const servers: http.Server[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map(close));
});

/** Echoes frames at `/api/ws` and `/api/bot-gateway`. */
function acceptUpgrades(server: http.Server, limit: RateLimit): void {
  const sockets = new WebSocketServer({ noServer: true });
  sockets.on('connection', (socket) => socket.on('message', (frame) => socket.send(frame)));
  server.on('upgrade', (request, socket, head) => {
    limit.limitUpgrade(request, socket, () =>
      sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request)),
    );
  });
}

async function start(trusted = ''): Promise<Running> {
  const clock = manualClock();
  const clientOf = requestClients(parseTrustedProxies(trusted));
  const limit = rateLimit({ operations: realOperations, clientOf, now: clock.now });
  const server = limitedServer(limit, (_req, res) => void res.end('ok'));
  acceptUpgrades(server, limit);
  servers.push(server);
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}`, port, clock };
}

describe('the 429 of section 7', () => {
  it('is exact', async () => {
    const { url } = await start();
    await statuses(url, 60, { path: '/api/x' });
    const answer = await send(url, { path: '/api/x' });
    expect(answer.status).toBe(429);
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.text).toBe('{"error":"rate limit exceeded"}');
  });

  it('comes with no rate-limit headers, nor does any other answer', async () => {
    const { url } = await start();
    for (let i = 0; i < 61; i += 1) {
      const { headers } = await send(url, { path: '/api/x' });
      expect(Object.keys(headers).filter((name) => /rate-?limit/i.test(name))).toEqual([]);
    }
  });

  it('has no body for HEAD', async () => {
    const { url } = await start();
    await statuses(url, 60, { path: '/api/x' });
    expect(await send(url, { method: 'HEAD', path: '/api/x' })).toMatchObject({ status: 429, text: '' });
  });
});

describe('over real HTTP', () => {
  it('60 pass at once, then 4 a second', async () => {
    const { url, clock } = await start();
    expect(tally(await statuses(url, 70, { path: '/api/x' }))).toEqual({ 200: 60, 429: 10 });
    clock.advance(1_000);
    expect(tally(await statuses(url, 10, { path: '/api/x' }))).toEqual({ 200: 4, 429: 6 });
  });

  it('5 auth requests pass at once, then one every 6 seconds, whatever the operation and spelling', async () => {
    const { url, clock } = await start();
    const paths = [
      '/api/auth/login',
      '/API/auth/register/',
      '/api/x/../auth/logout',
      '/api/auth/social',
      '/api/auth/login',
    ];
    for (const path of paths) expect((await send(url, { method: 'POST', path })).status).toBe(200);
    expect((await send(url, { path: '/api/bot-gateway' })).status).toBe(429);
    expect((await send(url, { path: '/api/auth/callback/x' })).status).toBe(429);
    clock.advance(6_000);
    expect(await statuses(url, 2, { path: '/api/bot-gateway' })).toEqual([200, 429]);
  });

  it('what Auth refuses has paid with Global', async () => {
    const { url } = await start();
    const login = { method: 'POST', path: '/api/auth/login' };
    expect(tally(await statuses(url, 60, login))).toEqual({ 200: 5, 429: 55 });
    expect((await send(url, { path: '/api/x' })).status).toBe(429);
  });

  it('what Global refuses has not paid with Auth', async () => {
    const { url, clock } = await start();
    await statuses(url, 60, { path: '/api/x' });
    const login = { method: 'POST', path: '/api/auth/login' };
    expect(tally(await statuses(url, 10, login))).toEqual({ 429: 10 });
    clock.advance(2_000);
    expect(tally(await statuses(url, 8, login))).toEqual({ 200: 5, 429: 3 });
  });

  it('each address has its own buckets', async () => {
    const { url } = await start();
    const hosts = Array.from({ length: 20 }, (_, n) => `127.0.0.${n + 2}`);
    await Promise.all(
      hosts.map(async (from) => {
        expect(tally(await statuses(url, 62, { path: '/api/x', from }))).toEqual({ 200: 60, 429: 2 });
      }),
    );
  });

  it('a /64 of IPv6 has a second bucket of sign-ins, however many addresses come from it', async () => {
    const { url, clock } = await start('127.0.0.9/32');
    const login = (address: string) =>
      send(url, {
        method: 'POST',
        path: '/api/auth/login',
        from: '127.0.0.9',
        headers: { 'x-forwarded-for': address },
      }).then(({ status }) => status);
    const each = async (prefix: string) => {
      const seen: number[] = [];
      for (let n = 1; n <= 30; n += 1) seen.push(await login(`${prefix}${n.toString(16)}`));
      return tally(seen);
    };
    expect(await each('2001:db8:1:1::')).toEqual({ 200: 20, 429: 10 });
    expect(await login('2001:db8:1:2::1')).toBe(200);
    clock.advance(1_000);
    expect(await login('2001:db8:1:1::ff')).toBe(200);
    expect(await login('2001:db8:1:1::fe')).toBe(429);
  });

  it('what is no API endpoint is free', async () => {
    const { url } = await start();
    expect(tally(await statuses(url, 70, { path: '/health' }))).toEqual({ 200: 70 });
    expect((await send(url, { path: '/api/x' })).status).toBe(200);
  });

  it('reads forwarded headers, also on several lines, from trusted proxies alone', async () => {
    const { url } = await start('127.0.0.9/32');
    const headers = { 'x-forwarded-for': ['203.0.113.1', '198.51.100.1'] };
    await statuses(url, 60, { path: '/api/x', from: '127.0.0.9', headers });
    expect((await send(url, { path: '/api/x', from: '127.0.0.9', headers })).status).toBe(429);
    const mapped = { 'x-forwarded-for': '::ffff:203.0.113.1' };
    expect((await send(url, { path: '/api/x', from: '127.0.0.9', headers: mapped })).status).toBe(429);
    const other = { 'x-forwarded-for': '198.51.100.1' };
    expect((await send(url, { path: '/api/x', from: '127.0.0.9', headers: other })).status).toBe(200);
    expect(tally(await statuses(url, 61, { path: '/api/x', from: '127.0.0.8', headers }))).toEqual({
      200: 60,
      429: 1,
    });
  });
});

describe('native calls', () => {
  const envelope = (path: string) => ({
    error: {
      message: 'rate limit exceeded',
      code: -32029,
      data: { code: 'TOO_MANY_REQUESTS', httpStatus: 429, path },
    },
  });

  it.each([
    ['/trpc/a.b', {}, envelope('a.b')],
    ['/trpc/a.b,c.d?batch=1', {}, [envelope('a.b'), envelope('c.d')]],
    ['/trpc/a.b?batch=1', {}, [envelope('a.b')]],
    ['/trpc/a.b,c.d?batch=1', { 'trpc-accept': 'application/jsonl' }, envelope('a.b')],
    [`/trpc/${'a.b,'.repeat(2_000)}?batch=1`, {}, envelope('a.b')],
  ])('get the 429 in the shape of tRPC: %s', async (path, headers, expected) => {
    const { url } = await start();
    await statuses(url, 60, { path: '/api/x' });
    const answer = await send(url, { path, headers });
    expect(answer.status).toBe(429);
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.headers['content-type']).toBe('application/json');
    expect(JSON.parse(answer.text)).toEqual(expected);
  });

  it('cost a token for each call of a batch', async () => {
    const { url } = await start();
    const batch = { path: `/trpc/${Array(20).fill('a.b').join(',')}?batch=1` };
    expect(await statuses(url, 4, batch)).toEqual([200, 200, 200, 429]);
  });

  it('cost an auth token for each auth call of a batch', async () => {
    const { url } = await start();
    const batch = { method: 'POST', path: '/trpc/auth.login,auth.login?batch=1' };
    expect(await statuses(url, 3, batch)).toEqual([200, 200, 429]);
    expect(await statuses(url, 2, { method: 'POST', path: '/trpc/auth.login' })).toEqual([200, 429]);
  });
});

describe('upgrades', () => {
  it('cost a global token each', async () => {
    const { url, clock } = await start();
    const opening = { path: '/api/ws', headers: handshake };
    expect(tally(await statuses(url, 62, opening))).toEqual({ 101: 60, 429: 2 });
    clock.advance(250);
    expect(await statuses(url, 2, { path: '/nowhere', headers: handshake })).toEqual([101, 429]);
  });

  it('of the bot gateway cost an auth token as well', async () => {
    const { url } = await start();
    const opening = { path: '/api/bot-gateway', headers: handshake };
    expect(tally(await statuses(url, 7, opening))).toEqual({ 101: 5, 429: 2 });
    expect((await send(url, { method: 'POST', path: '/api/auth/login' })).status).toBe(429);
  });

  it('are refused with the exact 429, and the connection is closed', async () => {
    const { url, port } = await start();
    await statuses(url, 60, { path: '/api/x' });
    const head = 'GET /api/ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
    const text = await new Promise<string>((resolve, reject) => {
      const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(head));
      let received = '';
      socket.on('data', (chunk) => {
        received += chunk;
      });
      socket.on('end', () => resolve(received));
      socket.on('error', reject);
    });
    expect(text.split('\r\n')).toEqual([
      'HTTP/1.1 429 Too Many Requests',
      'Content-Type: application/json',
      'Content-Length: 31',
      'Retry-After: 1',
      'Connection: close',
      '',
      '{"error":"rate limit exceeded"}',
    ]);
  });

  it('once established are exempt: frames cost nothing', async () => {
    const { url, port } = await start();
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/ws`);
    await new Promise((resolve) => socket.once('open', resolve));
    const echoes = new Promise<void>((resolve) => {
      let seen = 0;
      socket.on('message', () => {
        seen += 1;
        if (seen === 500) resolve();
      });
    });
    for (let i = 0; i < 500; i += 1) socket.send('{}');
    await echoes;
    socket.terminate();
    expect(tally(await statuses(url, 60, { path: '/api/x' }))).toEqual({ 200: 59, 429: 1 });
  });

  it('survive a client that disconnects while it is being refused', async () => {
    const { url, port } = await start();
    await statuses(url, 60, { path: '/api/x' });
    const head = 'GET /api/ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
    await Promise.all(
      Array.from(
        { length: 50 },
        () =>
          new Promise<void>((resolve) => {
            const socket = net.connect(port, '127.0.0.1', () =>
              socket.write(head, () => socket.resetAndDestroy()),
            );
            socket.on('close', () => resolve());
            socket.on('error', () => undefined);
          }),
      ),
    );
    expect((await send(url, { path: '/health' })).status).toBe(200);
  });
});
