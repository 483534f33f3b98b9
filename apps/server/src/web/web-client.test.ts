import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type SharedService, sharedService } from '../testing/shared-service.js';
import { openWebClient } from './web-client.js';

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

const AS_BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (path: string, headers: Record<string, string> = AS_BROWSER, method = 'GET') =>
  fetch(`${service.url}${path}`, { headers, method });

/** The address of the script that the page loads. */
async function scriptPath(): Promise<string> {
  const page = await (await get('/')).text();
  return /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? expect.unreachable('The page loads a script');
}

test.each(['/', '/login', '/servers/x/channels/y', '/invites/abc%2F..'])(
  '%s is the page, for a browser',
  async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('<div id="root"></div>');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none';script-src 'self';/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  },
);

test.each([
  ['/nope', { accept: 'application/json' }, 'GET'],
  ['/nope.js', { accept: '*/*' }, 'GET'],
  ['/api/nope', AS_BROWSER, 'GET'],
  ['/api', AS_BROWSER, 'GET'],
  ['/', AS_BROWSER, 'POST'],
  ['/login', AS_BROWSER, 'DELETE'],
  ['/../package.json', { accept: '*/*' }, 'GET'],
  ['/%2e%2e/package.json', { accept: '*/*' }, 'GET'],
  ['/assets/..%2f..%2fpackage.json', { accept: '*/*' }, 'GET'],
  ['/%E0%A4%A', { accept: '*/*' }, 'GET'],
])('%s for %j with %s is the service’s', async (path, headers, method) => {
  const answer = await get(path, headers, method);
  expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'ROUTE_NOT_FOUND' }]);
});

test('a file with a hash in its name is kept for good, and compressed', async () => {
  const path = await scriptPath();
  const answer = await get(path, { 'accept-encoding': 'br' });
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-type': 'text/javascript',
  });
  const etag = answer.headers.get('etag') ?? '';
  expect((await get(path, { 'if-none-match': etag, 'accept-encoding': 'br' })).status).toBe(304);
  const head = await get(path, {}, 'HEAD');
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('the service worker is for all pages, asked for anew each time, and under the policy of the pages', async () => {
  const answer = await get('/service-worker.js', { accept: '*/*' });
  expect(answer.status).toBe(200);
  // The folder that it lies in is what it may serve.
  expect(answer.url).toBe(`${service.url}/service-worker.js`);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/javascript',
    'content-security-policy': expect.stringContaining("worker-src 'self'"),
  });
  const files = (await answer.text()).match(/\/assets\/[^"]+/g) ?? [];
  expect(files).toContain(await scriptPath());
});

test('the files of the client do not use up what an address may ask for', async () => {
  for (let n = 0; n < 100; n++) expect((await get('/login')).status).toBe(200);
  expect((await get('/api/health', {})).status).not.toBe(429);
});

test('a file that cannot be opened any more ends its answer, and not the process', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'palaver-web-'));
  for (const name of ['index.html', 'gone.js', 'there.js']) await writeFile(join(folder, name), 'text');
  const webClient = openWebClient(folder);
  const server = createServer((req, res) => {
    req.id = 'a request';
    webClient?.(req, res, () => res.end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // The address of a TCP server is an object; only that of a pipe is a string.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The client's files are known from the first request.
  expect(await (await fetch(`${url}/there.js`)).text()).toBe('text');
  await rm(join(folder, 'gone.js'));
  await expect(fetch(`${url}/gone.js`).then((answer) => answer.text())).rejects.toThrow();
  expect(await (await fetch(`${url}/there.js`)).text()).toBe('text');
  server.close().closeAllConnections();
  await rm(folder, { recursive: true });
});
