import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SampleApp, startSampleApp } from '../testing/sample-app.js';
import { send } from '../testing/send.js';

let app: SampleApp;
beforeAll(async () => {
  app = await startSampleApp();
});
afterAll(() => app.close());

it('serves the document', async () => {
  const { status, headers, json } = await send(app.url, { path: '/api/openapi.json' });
  expect(status).toBe(200);
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(json).toEqual(JSON.parse(JSON.stringify(await app.document())));
});

it('loads only what this service serves, and its policy allows no more', async () => {
  const { text, headers } = await send(app.url, { path: '/api/docs/' });
  expect(headers['content-type']).toMatch(/^text\/html/);
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(
    /default-src 'none'.*script-src 'self';.*connect-src 'self'.*frame-ancestors 'none'/,
  );
  expect(policy).not.toMatch(/https?:|unsafe-eval|script-src[^;]*unsafe/);
  expect(text).not.toMatch(/https?:\/\/|<script>|\son\w+=/);

  const linked = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => String(path));
  const script = await send(app.url, { path: '/api/docs/page.js' });
  const named = [...script.text.matchAll(/'(\/[^']+)'/g)].map(([, path]) => String(path));
  expect([...linked, ...named].sort()).toEqual([
    '/api/docs/page.css',
    '/api/docs/page.js',
    '/api/docs/rapidoc.js',
    '/api/openapi.json',
    '/api/openapi.json',
  ]);
  for (const path of [...linked, ...named])
    expect(await send(app.url, { path })).toMatchObject({ status: 200 });
});

it('serves the viewer as a script', async () => {
  const { headers, text } = await send(app.url, { path: '/api/docs/rapidoc.js' });
  expect(headers['content-type']).toMatch(/javascript/);
  expect(text.length).toBeGreaterThan(100_000);
});
