import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SampleApp, startSampleApp } from '../testing/sample-app.js';
import { send } from '../testing/send.js';

let app: SampleApp;
let page: string;
beforeAll(async () => {
  app = await startSampleApp();
  ({ text: page } = await send(app.url, { path: '/api/docs' }));
});
afterAll(() => app.close());

it('serves the document', async () => {
  const { status, headers, json } = await send(app.url, { path: '/api/openapi.json' });
  expect(status).toBe(200);
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(json).toEqual(JSON.parse(JSON.stringify(await app.document())));
});

it('has a policy that allows what this service serves, and nothing inline', async () => {
  const { headers } = await send(app.url, { path: '/api/docs/' });
  expect(headers['content-type']).toMatch(/^text\/html/);
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(
    /default-src 'none'.*script-src 'self';.*connect-src 'self'.*frame-ancestors 'none'/,
  );
  expect(policy).not.toMatch(/https?:|unsafe/);
  expect(page).not.toMatch(/<script>|<style|\s(?:on\w+|style)=/);
});

it('loads a style and a script from this service, and nothing else, to be kept for a year', async () => {
  const linked = [...page.matchAll(/<(?:link|script)[^>]* (?:src|href)="([^"]+)"/g)].map(
    ([, path]) => path ?? '',
  );
  const paths = linked.filter((path) => path !== 'data:,');
  expect(paths.map((path) => path.split('/').at(-1))).toEqual(['style.css', 'page.js']);
  for (const path of paths) {
    expect(path).toMatch(/^\/api\/docs\/assets\/[0-9a-f]{12}\/[\w-]+\.(?:css|js)$/);
    const { status, headers } = await send(app.url, { path });
    expect({ path, status, caching: headers['cache-control'] }).toMatchObject({
      status: 200,
      caching: 'public, max-age=31536000, immutable',
    });
  }
});

it('answers 404 for a file of another version', async () => {
  const path = '/api/docs/assets/000000000000/page.js';
  expect(await send(app.url, { path })).toMatchObject({ status: 404, json: { code: 'ROUTE_NOT_FOUND' } });
});

it('is sent compressed to who takes it, and not again to who has it', async () => {
  const headers = { 'Accept-Encoding': 'gzip' };
  const packed = await send(app.url, { path: '/api/docs', headers });
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(Number(packed.headers['content-length'])).toBeLessThan(page.length / 2);
  const known = { ...headers, 'If-None-Match': String(packed.headers.etag) };
  expect(await send(app.url, { path: '/api/docs', headers: known })).toMatchObject({ status: 304, text: '' });
});

it('has every operation, and every link to a place on it leads there', async () => {
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const operations = Object.values((await app.document()).paths ?? {}).flatMap((item) => Object.values(item));
  expect(ids).toEqual(expect.arrayContaining(operations.map(({ operationId }) => operationId)));
  const links = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
  expect(links.filter((id) => !ids.includes(id))).toEqual([]);
});
