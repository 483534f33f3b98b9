import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { close, listen } from '../testing/listen.js';
import { send } from '../testing/send.js';
import { until } from '../testing/until.js';
import { requestClients } from './client-ip.js';
import { rateLimit } from './rate-limit.js';
import { limitedServer, manualClock, realOperations, statuses, tally } from './test-support.js';
import { parseTrustedProxies } from './trusted-proxies.js';

const ABSENT =
  'nginx is not installed, so the limiter was not tested behind it (apt-get install nginx-light)';

function isNginxInstalled(): boolean {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A free loopback port; nginx cannot choose one by itself. */
async function freePort(): Promise<number> {
  const probe = http.createServer();
  const port = await listen(probe);
  await close(probe);
  return port;
}

/**
 * A proxy that overwrites the forwarded addresses, one that appends to them, one with `X-Real-IP`, and one that sends
 * none.
 */
function configuration(port: number, app: number): string {
  const server = (host: string, headers: string) => `
    server {
      listen 127.0.0.1:${port};
      server_name ${host};
      location / {
        proxy_pass http://127.0.0.1:${app};
        proxy_http_version 1.1;
        proxy_set_header Upgrade $http_upgrade;
        proxy_set_header Connection $http_connection;
        ${headers}
      }
    }`;
  return `
    daemon off; master_process off; pid nginx.pid; error_log stderr warn;
    events { worker_connections 256; }
    http {
      access_log off;
      client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
      ${server('overwrites', 'proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Real-IP $remote_addr;')}
      ${server('appends', 'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;')}
      ${server('real-ip', 'proxy_set_header X-Forwarded-For ""; proxy_set_header X-Real-IP $remote_addr;')}
      ${server('silent', 'proxy_set_header X-Forwarded-For ""; proxy_set_header X-Real-IP "";')}
    }`;
}

const clock = manualClock();
const clientOf = requestClients(parseTrustedProxies('127.0.0.1/32'));
const limit = rateLimit({ operations: realOperations, clientOf, now: clock.now });
const server = limitedServer(limit, (req, res) => void res.end(clientOf(req).address));
server.on('upgrade', (request, socket) => {
  limit.limitUpgrade(request, socket, () =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
  );
});

const installed = isNginxInstalled();
let nginx: ChildProcess | undefined;
let prefix = '';
let url = '';

beforeAll(async () => {
  if (!installed) return;
  prefix = mkdtempSync(join(tmpdir(), 'palaver-nginx-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  writeFileSync(join(prefix, 'nginx.conf'), configuration(port, await listen(server)));
  nginx = spawn('nginx', ['-p', prefix, '-c', join(prefix, 'nginx.conf'), '-e', 'stderr'], {
    stdio: 'inherit',
  });
  await until(() =>
    send(url, { path: '/health' }).then(
      () => true,
      () => false,
    ),
  );
});

afterAll(async () => {
  if (!installed) return;
  nginx?.kill('SIGKILL');
  await close(server);
  rmSync(prefix, { recursive: true, force: true });
});

beforeEach((context: TestContext) => {
  clock.advance(60_000);
  if (installed) return;
  // biome-ignore lint/suspicious/noConsole: a skipped test must be visible
  console.warn(ABSENT);
  context.skip(ABSENT);
});

describe('behind a real nginx', () => {
  it.each(['overwrites', 'appends', 'real-ip'])('that %s, each client has its own bucket', async (host) => {
    const headers = { host };
    for (const from of ['127.0.0.11', '127.0.0.12']) {
      expect((await send(url, { path: '/api/x', headers, from })).text).toBe(from);
      expect(tally(await statuses(url, 61, { path: '/api/x', headers, from }))).toEqual({ 200: 59, 429: 2 });
    }
  });

  it('the 429 arrives as it was sent', async () => {
    const sending = { path: '/api/x', headers: { host: 'overwrites' }, from: '127.0.0.13' };
    await statuses(url, 60, sending);
    const answer = await send(url, sending);
    expect(answer).toMatchObject({ status: 429, text: '{"error":"rate limit exceeded"}' });
    expect(answer.headers).toMatchObject({ 'retry-after': '1', 'content-type': 'application/json' });
  });

  it('that overwrites, a client cannot choose its address', async () => {
    const headers = { host: 'overwrites', 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9' };
    expect((await send(url, { path: '/api/x', headers, from: '127.0.0.14' })).text).toBe('127.0.0.14');
  });

  it('that appends, the leftmost address counts, as section 8 says', async () => {
    const headers = { host: 'appends', 'x-forwarded-for': '203.0.113.9' };
    expect((await send(url, { path: '/api/x', headers, from: '127.0.0.15' })).text).toBe('203.0.113.9');
    const hidden = { host: 'appends', 'x-forwarded-for': 'unknown' };
    expect((await send(url, { path: '/api/x', headers: hidden, from: '127.0.0.15' })).text).toBe(
      '127.0.0.15',
    );
  });

  it('that is silent, all clients share the bucket of nginx', async () => {
    const headers = { host: 'silent' };
    await statuses(url, 60, { path: '/api/x', headers, from: '127.0.0.16' });
    expect((await send(url, { path: '/api/x', headers, from: '127.0.0.17' })).status).toBe(429);
  });

  it('upgrades are counted and refused by client', async () => {
    const headers = { host: 'overwrites', connection: 'Upgrade', upgrade: 'websocket' };
    const opening = { path: '/api/bot-gateway', headers };
    expect(tally(await statuses(url, 6, { ...opening, from: '127.0.0.18' }))).toEqual({ 101: 5, 429: 1 });
    expect(await statuses(url, 1, { ...opening, from: '127.0.0.19' })).toEqual([101]);
  });
});
