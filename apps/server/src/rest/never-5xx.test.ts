import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SampleApp, startSampleApp, TOKEN } from '../testing/sample-app.js';
import { send } from '../testing/send.js';

let app: SampleApp;
beforeAll(async () => {
  app = await startSampleApp();
});
afterAll(() => app.close());

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];
const paths = [
  '/api/things',
  '/api/things/',
  '/api/servers/',
  '/api/auth/',
  '/api/attachments/',
  '/trpc/',
  '/',
];
const ends = [
  'things',
  's1/things',
  'login',
  'optional',
  'things.list',
  'auth.login',
  'things.create,auth.login',
  '',
];
const types = [
  'application/json',
  'application/json; charset=utf-8',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/octet-stream',
  ';',
];

/** Targets that Node's client can send. */
const target = fc
  .tuple(
    fc.constantFrom(...paths),
    fc.oneof(fc.constantFrom(...ends), fc.string({ unit: 'binary' }).map(encodeLoosely)),
    fc.oneof(
      fc.constant(''),
      fc.string({ unit: 'binary' }).map((query) => `?${encodeLoosely(query)}`),
      fc.constantFrom('?batch=1', '?batch=1&input={"0":[[', '?limit=5&limit[]=6&__proto__=1'),
    ),
  )
  .map((parts) => parts.join(''));

const body = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '{}',
    '[]',
    'null',
    '{"__proto__":null}',
    '{"name":"\\ud800\\u0000"}',
    '{"0":{"username":[]}}',
    '['.repeat(5000),
  ),
);

it('answers every request with a status below 500', async () => {
  const request = fc.record({
    method: fc.constantFrom(...methods),
    path: target,
    body,
    type: fc.constantFrom(...types),
    token: fc.constantFrom(TOKEN, '', 'x'),
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path, body, type, token }) => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': type, 'Idempotency-Key': 'k' };
      const answer = await send(app.url, { method, path, headers, body });
      expect(answer.status).toBeLessThan(500);
      const isError = answer.status >= 400 && method !== 'HEAD';
      if (isError && !path.startsWith('/trpc/'))
        expect(answer.json).toMatchObject({ error: expect.any(String), code: expect.any(String) });
    }),
    { numRuns: 600 },
  );
});

/** Leaves as much unescaped as Node's client lets a careless client send. */
function encodeLoosely(text: string): string {
  return text.replaceAll(/[^\x21-\x22\x24-\x7e]/g, (character) =>
    encodeURIComponent(character.isWellFormed() ? character : '\ufffd'),
  );
}
