import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type RequestOptions, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { freePort } from '../src/testing/listen.js';
import { PASSWORD, startTestService, type TestService } from '../src/testing/test-service.js';
import { until } from '../src/testing/until.js';

const TEMPLATE = new URL('../../../deploy/nginx/palaver.conf.template', import.meta.url);
/** A second node, at which nothing listens: it is passed over, and asked again after each second. */
const AWAY = '127.0.0.1:1 max_fails=1 fail_timeout=1s';
const METRICS_TOKEN = 'a-token-of-the-tests';
const installed = ['nginx', 'openssl'].every((tool) => spawnSync(tool, ['version']).error === undefined);

let service: TestService;
let nginx: ChildProcess;
let folder: string;
let port: number;
let plainPort: number;

/** Free loopback ports; nginx cannot choose one by itself. */
/** The template with this service, these ports and a certificate of its own, as the main configuration includes it. */
function configuration(): string {
  const { host } = new URL(service.url);
  const server = readFileSync(TEMPLATE, 'utf8')
    .replaceAll(/\$\{DOMAIN\}/g, 'localhost')
    .replaceAll(/\$\{SERVERS\}/g, `server ${AWAY}; server ${host} max_fails=1 fail_timeout=2s;`)
    .replaceAll('/etc/nginx/certificates', folder)
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `);
  return `
    daemon off; master_process off; pid nginx.pid; error_log stderr warn;
    events { worker_connections 256; }
    http {
      access_log off;
      client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
      ${server}
    }`;
}

beforeAll(async () => {
  if (!installed) return;
  service = await startTestService({ METRICS_TOKEN });
  folder = mkdtempSync(join(tmpdir(), 'palaver-nginx-'));
  [port, plainPort] = [await freePort(), await freePort()];
  const certificate = ['-x509', '-newkey', 'ed25519', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  const files = ['-keyout', 'privkey.pem', '-out', 'fullchain.pem'];
  execFileSync('openssl', ['req', ...certificate, ...files], { cwd: folder, stdio: 'ignore' });
  writeFileSync(join(folder, 'nginx.conf'), configuration());
  nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf'], { cwd: folder, stdio: 'inherit' });
  await until(() =>
    call('GET', '/health').then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
});
afterAll(async () => {
  if (!installed) return;
  nginx.kill();
  await once(nginx, 'exit');
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const TLS = { host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false } as const;

async function call(
  method: string,
  path: string,
  { body, headers }: { body?: string; headers?: RequestOptions['headers'] } = {},
) {
  const sent = request({ ...TLS, port, method, path, headers: { host: 'localhost', ...headers } });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  let text = '';
  for await (const chunk of answer) text += chunk;
  return { status: Number(answer.statusCode), headers: answer.headers, text };
}

async function register(username: string): Promise<string> {
  const body = JSON.stringify({ username, password: PASSWORD });
  const { text } = await call('POST', '/api/auth/register', {
    body,
    headers: { 'content-type': 'application/json' },
  });
  return JSON.parse(text).data.token;
}

describe.skipIf(!installed)(
  'behind nginx with the template (skipped where nginx or openssl is not on the PATH)',
  () => {
    test('HTTP leads to HTTPS', async () => {
      const answer = await fetch(`http://127.0.0.1:${plainPort}/api/docs`, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([301, 'https://127.0.0.1/api/docs']);
    });

    test('a WebSocket receives what is posted over REST, and uploads pass', async () => {
      const token = await register('alice');
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const server = JSON.parse(
        (await call('POST', '/api/servers', { body: '{"name":"Acme"}', headers })).text,
      ).data;
      const channels = JSON.parse(
        (await call('GET', `/api/servers/${server.id}/channels`, { headers })).text,
      ).data;
      const ws = new WebSocket(`wss://127.0.0.1:${port}/api/ws`, {
        ...TLS,
        headers: { host: 'localhost', authorization: `Bearer ${token}`, origin: 'https://localhost' },
      });
      const frames: { type: string; data: { content?: string } }[] = [];
      ws.on('message', (data) => frames.push(JSON.parse(String(data))));
      await once(ws, 'open');
      ws.send(JSON.stringify({ type: 'subscribe', data: { channelIds: [channels[0].id] } }));
      await expect.poll(() => frames.map(({ type }) => type)).toContain('subscribed');
      await call('POST', `/api/channels/${channels[0].id}/messages`, { body: '{"content":"hi"}', headers });
      await expect.poll(() => frames.at(-1)?.data.content).toBe('hi');
      ws.terminate();

      const file = 'x'.repeat(20 * 1024 * 1024);
      const body = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${file}\r\n--b--\r\n`;
      const upload = { ...headers, 'content-type': 'multipart/form-data; boundary=b' };
      const answer = await call('POST', `/api/channels/${channels[0].id}/attachments`, {
        body,
        headers: upload,
      });
      expect(answer.status).toBe(201);
    });

    test('a client cannot choose its address, and has the rate limit of its own', async () => {
      const statuses: number[] = [];
      for (let n = 0; n < 6; n++) {
        const headers = { 'x-forwarded-for': `203.0.113.${n}`, 'content-type': 'application/json' };
        statuses.push((await call('POST', '/api/auth/login', { body: '{}', headers })).status);
      }
      expect(statuses.at(-1)).toBe(429);
    });

    test('the metrics are not shown', async () => {
      for (const path of ['/metrics', '/metrics/', '/METRICS', '/metrics?x']) {
        const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
        expect((await call('GET', path, { headers })).status).toBe(404);
      }
    });
  },
);
