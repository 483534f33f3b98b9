import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../apps/server/src/testing/listen.js';

const DEPLOY = fileURLToPath(new URL('..', import.meta.url));
const SECRET = 'a-secret-of-the-test';
/** Stands for the address of the proxy. */
const HOST = '{host}';

interface Running {
  readonly process: ChildProcess;
  readonly port: number;
}

interface Proxy {
  /** Starts it before `upstream` (`host:port`), with its logs in the folder or on its outputs. */
  start(folder: string, upstream: string): Promise<Running>;
  /** Whether it logs requests: its log is then not empty because nothing was logged at all. */
  readonly logsRequests: boolean;
}

/** The proxies whose configuration is in `deploy`, by the program that has to be on the PATH. */
const PROXIES: Readonly<Record<string, Proxy>> = {
  nginx: {
    logsRequests: true,
    start: async (folder, upstream) => {
      const [port, plainPort] = [await freePort(), await freePort()];
      const certificate = ['-x509', '-newkey', 'ed25519', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
      const files = ['-keyout', 'privkey.pem', '-out', 'fullchain.pem'];
      execFileSync('openssl', ['req', ...certificate, ...files], { cwd: folder, stdio: 'ignore' });
      const server = readFileSync(join(DEPLOY, 'nginx/palaver.conf.template'), 'utf8')
        .replaceAll(/\$\{DOMAIN\}/g, 'localhost')
        .replaceAll(/\$\{SERVERS\}/g, `server ${upstream};`)
        .replaceAll('/etc/nginx/certificates', folder)
        .replaceAll('/var/log/nginx', folder)
        .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
        // The same requests without TLS, which Node's plain sockets send as they are.
        .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`);
      const configuration = `daemon off; master_process off; pid nginx.pid; error_log stderr warn; events {}
        http { client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fcgi; uwsgi_temp_path uwsgi;
          scgi_temp_path scgi; access_log ${folder}/inherited.log; ${server} }`;
      writeFileSync(join(folder, 'nginx.conf'), configuration);
      return { port, process: spawn('nginx', ['-p', folder, '-c', 'nginx.conf'], { cwd: folder }) };
    },
  },
  haproxy: {
    logsRequests: false,
    start: async (folder, upstream) => {
      const port = await freePort();
      const env = { ...process.env, LISTEN: `127.0.0.1:${port}`, NODE_1: upstream, NODE_2: '127.0.0.1:1' };
      const args = ['-f', join(DEPLOY, 'nodes/haproxy.cfg')];
      return { port, process: spawn('haproxy', args, { cwd: folder, env }) };
    },
  },
  caddy: {
    logsRequests: true,
    start: async (folder, upstream) => {
      const port = await freePort();
      const env = {
        ...process.env,
        DOMAIN: `http://127.0.0.1:${port}`,
        SERVERS: upstream,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
      };
      const args = ['run', '--config', join(DEPLOY, 'caddy/Caddyfile'), '--adapter', 'caddyfile'];
      return { port, process: spawn('caddy', args, { cwd: folder, env }) };
    },
  },
};

/** A request with a secret in each place that may have one. */
const requestOf = (method: string, path: string, headers = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: ${HOST}\r\nAuthorization: Bearer ${SECRET}\r\nReferer: https://localhost/?token=${SECRET}\r\n` +
  `Cookie: token=${SECRET}\r\nConnection: close\r\n${headers}\r\n`;
const REQUESTS = [
  `GET /api/ws?ticket=${SECRET} HTTP/1.1\r\nHost: another.example\r\nConnection: close\r\n\r\n`,
  requestOf('GET', '/health'),
  requestOf('GET', `/api/ws?ticket=${SECRET}`, 'Upgrade: websocket\r\n'),
  requestOf('GET', `/api/ws?token=${SECRET}`),
  requestOf('POST', `/api/webhooks/01a2201d-4008-7346-af8d-5d190df47fdc/${SECRET}`, 'Content-Length: 0\r\n'),
  requestOf('GET', `/api/invites/${SECRET}`),
  requestOf('GET', `/api/mail/verify-email?token=${SECRET}`),
  // What the proxy refuses itself.
  requestOf('GET', `/metrics?token=${SECRET}`),
  requestOf('POST', `/api/invites/${SECRET}/accept`, 'Content-Length: 999999999999\r\n'),
  requestOf('GET', `/api/invites/${SECRET}`, `X-Long: ${'x'.repeat(100_000)}\r\n`),
  `GET /api/ws?ticket=${SECRET} HTTP/9.9\r\n\r\n`,
  `GET /api/ws?ticket=${SECRET}\r\nbroken\r\n\r\n`,
  requestOf('GET', `/api/invites/${SECRET}`, 'Content-Length: 1\r\nTransfer-Encoding: nonsense\r\n'),
];

let upstream: Server;
let address: string;
let folder: string;
let running: ChildProcess | undefined;
/** When it has ended, and nothing more comes from it. */
let closed: Promise<unknown> | undefined;

beforeAll(async () => {
  upstream = createServer((_req, res) => res.end('{}')).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const bound = upstream.address();
  if (bound === null || typeof bound === 'string') throw new Error('a server listens on a port');
  address = `127.0.0.1:${bound.port}`;
});
afterEach(async () => {
  running?.kill('SIGKILL');
  await closed;
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => upstream.close());

/** Sends the bytes of a request, and leaves when an answer has begun: some promise a body that never comes. */
async function send(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
    socket.end();
  });
  socket.on('error', () => {});
  socket.write(request.replace(HOST, `127.0.0.1:${port}`));
  await new Promise((resolve) => socket.once('close', resolve));
  return answer;
}

describe.each(Object.entries(PROXIES))('the logs of %s', (program, proxy) => {
  const installed = spawnSync(program, ['-v']).error === undefined;
  test.skipIf(!installed).each([
    ['with a node that answers', () => address],
    ['with a node that is away', () => '127.0.0.1:1'],
  ])('have no secret of a request, %s (skipped where it is not on the PATH)', async (_name, node) => {
    folder = mkdtempSync(join(tmpdir(), 'palaver-proxy-'));
    const { process: child, port } = await proxy.start(folder, node());
    running = child;
    closed = once(child, 'close');
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data));
    await expect.poll(() => send(port, requestOf('GET', '/health'))).toMatch(/^HTTP/);
    for (const request of REQUESTS) await send(port, request);
    child.kill('SIGTERM');
    await closed;
    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.name.endsWith('.log'));
    const logs = output + files.map(({ name }) => readFileSync(join(folder, name), 'utf8')).join('');
    expect(logs).not.toContain(SECRET);
    if (proxy.logsRequests) expect(logs.match(/POST/g)?.length).toBeGreaterThan(0);
  });
});
