import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type SampleApp, startSampleApp, TOKEN } from '../testing/sample-app.js';
import { ran } from '../testing/sample-router.js';
import { type Sent, send } from '../testing/send.js';

let app: SampleApp;
beforeAll(async () => {
  app = await startSampleApp();
});
afterAll(() => app.close());

const signedIn = { Authorization: `Bearer ${TOKEN}` };
const call = (sent: Sent) => send(app.url, { ...sent, headers: { ...signedIn, ...sent.headers } });

describe('dispatch', () => {
  test.each([
    ['GET', '/api/things/mine', { mine: true }],
    ['GET', '/api/things/MINE', { mine: true }],
    ['GET', '/API/Things/t1', { thingId: 't1' }],
    ['GET', '/api/things/T1/', { thingId: 'T1' }],
    ['GET', '/api/things/a%2Fb', { thingId: 'a/b' }],
    ['GET', '/api/things/%F0%9F%91%8D', { thingId: '👍' }],
    ['GET', '/api/things/a+b', { thingId: 'a+b' }],
    ['GET', '/api/things/x/../t2', { thingId: 't2' }],
    ['GET', '/api/things/%6Dine', { thingId: 'mine' }],
    ['PUT', '/api/things/t1/reactions/%3Athumbs%3A', { thingId: 't1', emoji: ':thumbs:' }],
    ['DELETE', '/api/things/t1?force=true', { thingId: 't1', force: true }],
    ['DELETE', '/api/things/t1', { thingId: 't1', force: false }],
    ['GET', '/api/auth/nothing', null],
  ])('%s %s', async (method, path, data) => {
    expect(await call({ method, path })).toMatchObject({ status: 200, json: { data } });
  });

  test.each(['/api/things//t1', '/api/things/t1//', '/api', '/nope', '/api/things/t1/x', '/apixthings'])(
    '%s is an unknown path',
    async (path) => {
      expect(await call({ path })).toMatchObject({ status: 404, json: { code: 'ROUTE_NOT_FOUND' } });
    },
  );

  test.each(['/api/things/%', '/api/things/%zz', '/api/things/%C3', '/api/attachments/%E0%A4%A'])(
    'a malformed escape is a client error: %s',
    async (path) => {
      expect(await call({ path })).toMatchObject({ status: 400, json: { code: 'MALFORMED_REQUEST' } });
    },
  );

  test.each([
    ['POST', '/api/things/t1', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['DELETE', '/api/things', 'GET, HEAD, OPTIONS'],
    ['GET', '/api/auth/login', 'OPTIONS, POST'],
    ['PUT', '/api/users/me/avatar/', 'OPTIONS, POST'],
    ['TRACE', '/health', 'GET, HEAD, OPTIONS'],
    ['PROPFIND', '/API/OpenAPI.json', 'GET, HEAD, OPTIONS'],
  ])('%s %s is 405 with Allow: %s', async (method, path, allow) => {
    const answer = await call({ method, path });
    expect(answer).toMatchObject({ status: 405, headers: { allow } });
    expect(answer.json).toEqual({
      error: expect.stringMatching(/^This path takes (?:[A-Z]+, )*[A-Z]+\.$/),
      code: 'METHOD_NOT_ALLOWED',
    });
  });

  test.each(['/api/things', '/api/attachments/a1', '/health'])(
    'HEAD %s is GET without the body',
    async (path) => {
      const [head, get] = await Promise.all([call({ method: 'HEAD', path }), call({ path })]);
      expect(head).toMatchObject({ status: 200, text: '' });
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
    },
  );

  it('answers HEAD with the status of GET', async () => {
    expect(await call({ method: 'HEAD', path: '/api/things/missing' })).toMatchObject({
      status: 404,
      text: '',
    });
    expect(await call({ method: 'HEAD', path: '/api/auth/login' })).toMatchObject({ status: 405, text: '' });
  });

  it('answers OPTIONS with the methods of the path', async () => {
    const answer = await call({ method: 'OPTIONS', path: '/api/things/t1' });
    expect(answer).toMatchObject({
      status: 204,
      text: '',
      headers: { allow: 'DELETE, GET, HEAD, OPTIONS, PATCH' },
    });
    expect(await call({ method: 'OPTIONS', path: '/nope' })).toMatchObject({ status: 404 });
  });

  it('gives Express operations their parameters decoded, by their documented names', async () => {
    expect(await call({ path: '/API/attachments/x%2Fy%20z' })).toMatchObject({ status: 200, text: 'x/y z' });
  });

  it('lets an Express operation replace the procedure of its name', async () => {
    const upload = { method: 'POST', path: '/api/users/me/avatar', body: Buffer.alloc(100_000) };
    expect(await call(upload)).toMatchObject({ status: 200, json: { data: { bytes: 100_000 } } });
  });
});

describe('answers', () => {
  it('have the status of the operation and the headers the procedure set', async () => {
    const sent = { method: 'POST', path: '/api/servers/s1/things', body: '{"name":"abc"}' };
    const answer = await call({
      ...sent,
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'k1' },
    });
    expect(answer).toMatchObject({
      status: 201,
      headers: {
        'idempotent-replayed': 'true',
        'cache-control': 'no-store',
        'content-type': 'application/json',
      },
    });
    expect(answer.json).toEqual({ data: { id: 's1', name: 'abc', note: 'k1' } });
  });

  it('run middlewares, input and output validation once', async () => {
    Object.assign(ran, { middleware: 0, input: 0, output: 0 });
    const headers = { 'Content-Type': 'application/json' };
    await call({ method: 'POST', path: '/api/servers/s1/things', body: '{"name":"abc"}', headers });
    expect(ran).toEqual({ middleware: 1, input: 1, output: 1 });
  });

  test.each<[string, Sent, number, object]>([
    ['from a procedure', { path: '/api/things/missing' }, 404, { code: 'SERVER_NOT_FOUND' }],
    [
      'without a token',
      { path: '/api/things/t1', headers: { Authorization: '' } },
      401,
      { code: 'UNAUTHENTICATED' },
    ],
    [
      'with a bad token',
      { path: '/api/things/t1', headers: { Authorization: 'Bearer x' } },
      401,
      { code: 'UNAUTHENTICATED' },
    ],
    ['thrown inside', { path: '/api/faults/thrown' }, 500, { code: 'INTERNAL' }],
    [
      'for an output that does not match its schema',
      { path: '/api/faults/output' },
      500,
      { code: 'INTERNAL' },
    ],
    ['thrown by an Express operation', { path: '/api/attachments/broken' }, 500, { code: 'INTERNAL' }],
  ])('an error %s has error and code alone', async (_name, sent, status, body) => {
    const answer = await call(sent);
    expect(answer).toMatchObject({ status, json: body, headers: { 'content-type': 'application/json' } });
    expect(Object.keys(Object(answer.json)).sort()).toEqual(['code', 'error']);
    expect(answer.text).not.toMatch(/palaver|secrets|select|stack/i);
    expect(answer.headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
  });

  it('name the fields that are not valid', async () => {
    const { status, json } = await call({ path: '/api/things?limit=0&level=some' });
    expect({ status, json }).toMatchObject({
      status: 400,
      json: { code: 'INVALID_INPUT', issues: [{ path: 'limit' }, { path: 'level' }] },
    });
    expect(Object.keys(Object(json)).sort()).toEqual(['code', 'error', 'issues']);
  });

  it('log server errors with the request id, and no client errors', async () => {
    const before = app.logs.length;
    const failed = await call({ path: '/api/faults/thrown' });
    await call({ path: '/api/things/missing' });
    const errors = app.logs.slice(before).filter(({ level, err }) => level === 50 && err !== undefined);
    expect(errors).toMatchObject([
      {
        requestId: failed.headers['x-request-id'],
        procedure: 'faults.thrown',
        err: { message: expect.stringMatching(/secrets/) },
      },
    ]);
    expect(app.logs.slice(before).filter(({ level }) => level === 50)).toHaveLength(2);
  });
});
