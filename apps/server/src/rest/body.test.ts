import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type SampleApp, startSampleApp, TOKEN } from '../testing/sample-app.js';
import { send } from '../testing/send.js';

let app: SampleApp;
beforeAll(async () => {
  app = await startSampleApp();
});
afterAll(() => app.close());

const JSON_TYPE = 'application/json';

function post(path: string, body?: string | Buffer, headers: Record<string, string> = {}) {
  const signedIn = { Authorization: `Bearer ${TOKEN}`, ...headers };
  return send(app.url, { method: 'POST', path, headers: signedIn, ...(body === undefined ? {} : { body }) });
}

const create = (body: string | Buffer, headers: Record<string, string> = {}) =>
  post('/api/servers/s1/things', body, { 'Content-Type': JSON_TYPE, ...headers });

const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
const padded = (bytes: number) => `{"name":"abc","pad":"${'x'.repeat(bytes - 23)}"}`;

describe('an empty body', () => {
  test.each<[string, string, Record<string, string>]>([
    ['without a content type', '/api/auth/logout', {}],
    ['that says it is empty', '/api/auth/logout', { 'Content-Length': '0' }],
    ['that says it is JSON', '/api/auth/logout', { 'Content-Type': JSON_TYPE, 'Content-Length': '0' }],
    ['that says it is a form', '/api/auth/logout', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['in chunks', '/api/auth/logout', { 'Content-Type': JSON_TYPE, 'Transfer-Encoding': 'chunked' }],
    ['where the input may be left out', '/api/auth/optional', {}],
  ])('%s is accepted', async (_name, path, headers) => {
    expect(await post(path, undefined, headers)).toMatchObject({ status: 200 });
  });

  it('lacks required fields', async () => {
    expect(await post('/api/auth/login')).toMatchObject({
      status: 400,
      json: { code: 'INVALID_INPUT', issues: [{ path: 'username' }, { path: 'password' }] },
    });
  });
});

describe('the content type', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json;charset="UTF-8"',
    'APPLICATION/JSON ;x=y',
  ])('%s is JSON', async (type) => {
    expect(await create('{"name":"abc"}', { 'Content-Type': type })).toMatchObject({ status: 201 });
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'text/json',
    'application/json+x',
    'application/json; charset=utf-16',
    'application/json; charset=nonsense',
    'json',
    '',
  ])('%s is refused', async (type) => {
    expect(await create('{"name":"abc"}', { 'Content-Type': type })).toMatchObject({
      status: 415,
      json: { code: 'UNSUPPORTED_MEDIA_TYPE' },
    });
  });

  it('is needed for a body', async () => {
    expect(await post('/api/auth/logout', '{}')).toMatchObject({ status: 415 });
    expect(await post('/api/auth/logout', '{}', { 'Content-Type': JSON_TYPE })).toMatchObject({
      status: 200,
    });
  });
});

describe('a body is refused', () => {
  test.each<[string, string, number, string]>([
    ['malformed', '{"name":', 400, 'MALFORMED_BODY'],
    ['followed by more', '{"name":"abc"} x', 400, 'MALFORMED_BODY'],
    ['a list', '[]', 400, 'MALFORMED_BODY'],
    ['a text', '"abc"', 400, 'MALFORMED_BODY'],
    ['null', 'null', 400, 'MALFORMED_BODY'],
    ['a number', '1', 400, 'MALFORMED_BODY'],
    ['33 levels deep', nested(33), 400, 'MALFORMED_BODY'],
    ['60 kB of brackets', '['.repeat(60_000), 400, 'MALFORMED_BODY'],
    ['a byte too large', padded(64 * 1024 + 1), 413, 'BODY_TOO_LARGE'],
  ])('when it is %s', async (_name, body, status, code) => {
    const answer = await create(body);
    expect(answer).toMatchObject({ status, json: { code } });
    expect(Object.keys(Object(answer.json)).sort()).toEqual(['code', 'error']);
  });

  it('when its bytes are not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('{"name":"ab'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
    expect(await create(bytes)).toMatchObject({ status: 400, json: { code: 'MALFORMED_BODY' } });
    expect(await create(Buffer.from('\ufeff{"name":"näh👍"}'))).toMatchObject({
      status: 201,
      json: { data: { name: 'näh👍' } },
    });
  });

  test.each(['gzip', 'deflate', 'br', 'nonsense'])('when it is compressed by %s', async (encoding) => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    expect(await create(bomb, { 'Content-Encoding': encoding })).toMatchObject({ status: 415 });
  });

  it('but not when it is as large and as deep as allowed', async () => {
    expect(await create(padded(64 * 1024))).toMatchObject({ status: 201 });
    expect(await create(`{"name":"abc","deep":${nested(31)}}`)).toMatchObject({ status: 201 });
    expect(await create(`{"name":"${'['.repeat(100)}\\"${'{'.repeat(100)}"}`)).toMatchObject({ status: 201 });
  });
});

describe('fields', () => {
  it('that are unknown are ignored, and prototype keys are harmless', async () => {
    const body = '{"name":"abc","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"x":1}';
    expect(await create(body)).toMatchObject({ status: 201, json: { data: { id: 's1', name: 'abc' } } });
    expect(await create('{"__proto__":{"name":"abc"}}')).toMatchObject({ status: 400 });
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    const record = await send(app.url, {
      method: 'PATCH',
      path: '/api/things/t1',
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': JSON_TYPE },
      body: '{"extra":{"__proto__":"x","a":"b"}}',
    });
    expect(record).toMatchObject({ status: 200, json: { data: { extra: { a: 'b' } } } });
  });

  it('that are in the path as well may repeat it, and not contradict it', async () => {
    for (const serverId of ['"s1"', '"S1"', 'null']) {
      const created = await create(`{"name":"abc","serverId":${serverId},"serverID":"s3"}`);
      expect(created).toMatchObject({ status: 201, json: { data: { id: 's1' } } });
    }
    for (const serverId of ['"s2"', '1', '{}']) {
      const issues = [{ path: 'serverId', message: 'is given by the path and cannot be another' }];
      const refused = await create(`{"name":"abc","serverId":${serverId}}`);
      expect(refused).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT', issues } });
    }
  });

  it('of the wrong type are refused', async () => {
    for (const name of ['5', 'null', '["abc"]', '{"a":1}', 'true']) {
      const { status, json } = await create(`{"name":${name}}`);
      expect({ name, status, json }).toMatchObject({
        status: 400,
        json: { issues: expect.arrayContaining([expect.objectContaining({ path: 'name' })]) },
      });
    }
  });
});

test('DELETE works with a body and without, and does not read it', async () => {
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const remove = (body?: string | Buffer, more: Record<string, string> = {}) =>
    send(app.url, {
      method: 'DELETE',
      path: '/api/things/t1',
      headers: { ...headers, ...more },
      ...(body === undefined ? {} : { body }),
    });
  const expected = { status: 200, json: { data: { thingId: 't1', force: false } } };
  expect(await remove()).toMatchObject(expected);
  expect(await remove('{"force":true}', { 'Content-Type': JSON_TYPE })).toMatchObject(expected);
  expect(await remove('{"force', { 'Content-Type': JSON_TYPE })).toMatchObject(expected);
  expect(await remove(Buffer.alloc(300_000), { 'Content-Type': 'text/plain' })).toMatchObject(expected);
});
