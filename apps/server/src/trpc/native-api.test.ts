import { gzipSync } from 'node:zlib';
import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  isNonJsonSerializable,
  splitLink,
  TRPCClientError,
} from '@trpc/client';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type SampleApp, startSampleApp, TOKEN } from '../testing/sample-app.js';
import type { sampleRouter } from '../testing/sample-router.js';
import { type Sent, send } from '../testing/send.js';

let app: SampleApp;
beforeAll(async () => {
  app = await startSampleApp();
});
afterAll(() => app.close());

const headers = { Authorization: `Bearer ${TOKEN}` };
const json = { ...headers, 'Content-Type': 'application/json' };
const call = (sent: Sent) => send(app.url, { ...sent, headers: { ...headers, ...sent.headers } });
const post = (path: string, body: string | Buffer, more: Record<string, string> = {}) =>
  call({ method: 'POST', path: `/trpc/${path}`, body, headers: { ...json, ...more } });

describe("tRPC's own client", () => {
  const clientOf = (url: string) =>
    createTRPCClient<typeof sampleRouter>({
      links: [
        splitLink({
          condition: (op) => isNonJsonSerializable(op.input),
          true: httpLink({ url: `${url}/trpc`, headers }),
          false: httpBatchLink({ url: `${url}/trpc`, headers }),
        }),
      ],
    });

  it('gets bare values, also in batches', async () => {
    const client = clientOf(app.url);
    const [thing, list, done] = await Promise.all([
      client.things.get.query({ thingId: 't1' }),
      client.things.list.query({ limit: 5 }),
      client.auth.logout.mutate(),
    ]);
    expect([thing, list, done]).toEqual([{ thingId: 't1' }, { limit: 5, tags: [] }, { ok: true }]);
  });

  it('gets our code and the issues in the error', async () => {
    const error = await clientOf(app.url)
      .auth.login.mutate({ username: 'a', password: 'wrong' })
      .catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(TRPCClientError);
    expect(error).toMatchObject({
      message: 'The name or the password is wrong.',
      data: { code: 'UNAUTHORIZED', httpStatus: 401, errorCode: 'WRONG_CREDENTIALS', path: 'auth.login' },
    });
  });

  it('uploads octets past the limit of JSON', async () => {
    const file = new Blob([new Uint8Array(150_000)]);
    expect(await clientOf(app.url).users.setAvatar.mutate(file)).toEqual({ bytes: 150_000 });
  });
});

test('reply headers and no-store come along', async () => {
  const answer = await post('things.create', '{"serverId":"s1","name":"abc"}', { 'Idempotency-Key': 'k' });
  expect(answer).toMatchObject({
    status: 200,
    headers: {
      'idempotent-replayed': 'true',
      'cache-control': 'no-store',
      'content-type': 'application/json',
    },
    json: { result: { data: { id: 's1', name: 'abc', note: 'k' } } },
  });
});

describe('errors in the shape of tRPC', () => {
  it('are one for each call of a batch, also when its JSON is malformed', async () => {
    const { status, json } = await post('auth.login,auth.logout?batch=1', '{"0":');
    const error = { error: { data: { errorCode: 'MALFORMED_BODY' } } };
    expect({ status, json }).toMatchObject({ status: 400, json: [error, error] });
  });

  const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
  const octets = { 'Content-Type': 'application/octet-stream' };

  test.each<[string, () => ReturnType<typeof call>, number, string]>([
    [
      'no token',
      () => call({ path: '/trpc/things.mine', headers: { Authorization: '' } }),
      401,
      'UNAUTHENTICATED',
    ],
    ['no procedure', () => call({ path: '/trpc/things.nope' }), 404, 'ROUTE_NOT_FOUND'],
    ['no path', () => call({ path: '/trpc' }), 404, 'ROUTE_NOT_FOUND'],
    ['a GET of a mutation', () => call({ path: '/trpc/auth.logout' }), 405, 'METHOD_NOT_ALLOWED'],
    ['malformed JSON', () => post('auth.login', '{"username'), 400, 'MALFORMED_BODY'],
    ['no JSON', () => post('auth.login', 'hello'), 400, 'MALFORMED_BODY'],
    ['a malformed input', () => call({ path: '/trpc/things.list?input={' }), 400, 'MALFORMED_REQUEST'],
    ['a malformed escape', () => call({ path: '/trpc/things.list%zz' }), 400, 'MALFORMED_REQUEST'],
    ['an invalid input', () => post('auth.login', '{"username":5}'), 400, 'INVALID_INPUT'],
    ['64 KiB and a byte', () => post('auth.login', `"${'x'.repeat(64 * 1024 - 1)}"`), 413, 'BODY_TOO_LARGE'],
    ['too deep', () => post('auth.login', nested(34)), 400, 'MALFORMED_BODY'],
    ['60 kB of brackets', () => post('auth.login', '['.repeat(60_000)), 400, 'MALFORMED_BODY'],
    [
      'too deep in the URL',
      () => call({ path: `/trpc/things.list?input=${nested(34)}` }),
      400,
      'MALFORMED_BODY',
    ],
    [
      'compressed',
      () => post('auth.login', gzipSync('{}'), { 'Content-Encoding': 'gzip' }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'another type',
      () => post('auth.login', '{}', { 'Content-Type': 'text/plain' }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'a file for a procedure that takes none',
      () => post('auth.login', Buffer.alloc(10), octets),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'a form for a procedure that takes none',
      () => post('auth.login', 'x', { 'Content-Type': 'multipart/form-data; boundary=y' }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['a server error', () => call({ path: '/trpc/faults.thrown' }), 500, 'INTERNAL'],
  ])('%s', async (_name, sent, status, errorCode) => {
    const answer = await sent();
    expect(answer).toMatchObject({
      status,
      headers: { 'content-type': 'application/json' },
      json: { error: { data: { httpStatus: status, errorCode } } },
    });
    expect(answer.text).not.toMatch(/stack|palaver|secrets/);
    if (status === 401) expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it('a file above its limit', async () => {
    const outcome = await post('users.setAvatar', Buffer.alloc(300_000), octets).then(
      ({ status }) => status,
      ({ code }) => code,
    );
    // tRPC stops reading, so the client may see a broken connection instead of the answer.
    expect([413, 'ECONNRESET', 'EPIPE']).toContain(outcome);
  });

  it('a batch that is larger than the rate limit', async () => {
    const batch = (calls: number) =>
      call({ path: `/trpc/${Array.from({ length: calls }, () => 'auth.nothing').join(',')}?batch=1` });
    expect(await batch(60)).toMatchObject({ status: 200 });
    expect(await batch(61)).toMatchObject({ status: 400 });
  });
});

test('a batch is one level deeper than its calls', async () => {
  const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
  const batch = (levels: number) =>
    post('auth.optional?batch=1', `{"0":{"reason":"x","deep":${nested(levels)}}}`);
  expect(await batch(31)).toMatchObject({ status: 200 });
  expect(await batch(32)).toMatchObject({ status: 400 });
});

test('only server errors are logged as errors', async () => {
  const before = app.logs.length;
  await call({ path: '/trpc/things.nope' });
  await call({ path: '/trpc/faults.thrown' });
  const errors = app.logs.slice(before).filter(({ err }) => err !== undefined);
  expect(errors).toMatchObject([{ level: 50, procedure: 'faults.thrown', requestId: expect.any(String) }]);
});

test.each(['PUT', 'DELETE', 'PATCH', 'TRACE'])('%s is 405', async (method) => {
  expect(await call({ method, path: '/trpc/auth.logout' })).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD, OPTIONS, POST' },
    json: { code: 'METHOD_NOT_ALLOWED' },
  });
});

test('OPTIONS and HEAD have an answer', async () => {
  expect(await call({ method: 'OPTIONS', path: '/trpc/x' })).toMatchObject({
    status: 204,
    headers: { allow: 'GET, HEAD, OPTIONS, POST' },
  });
  expect(await call({ method: 'HEAD', path: '/trpc/x' })).toMatchObject({ status: 204 });
});
