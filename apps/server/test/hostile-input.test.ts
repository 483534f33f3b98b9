import { gzipSync } from 'node:zlib';
import type { ErrorCode } from '@palaver/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectError, expectPublic } from './hostile/expect-error.js';
import { createHostileFixture, type HostileFixture } from './hostile/fixture.js';
import { exchange, request } from './hostile/raw.js';

let fixture: HostileFixture;
beforeAll(async () => {
  fixture = await createHostileFixture();
});
afterAll(() => fixture.service.close());

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Replaces `{serverID}` and other parameters by ids of the fixture. */
function at(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => fixture.ids[name]?.[0] ?? name);
}

describe('a body that is not a JSON object', () => {
  test.each<[string, string, ErrorCode]>([
    ['truncated', '{"name":', 'MALFORMED_BODY'],
    ['with a trailing comma', '{"name":"x",}', 'MALFORMED_BODY'],
    ['with a comment', '{"name":"x"/**/}', 'MALFORMED_BODY'],
    ['in single quotes', "{'name':'x'}", 'MALFORMED_BODY'],
    ['of two values', '{}{}', 'MALFORMED_BODY'],
    ['null', 'null', 'MALFORMED_BODY'],
    ['an array', '[{"name":"x"}]', 'MALFORMED_BODY'],
    ['a string', '"name"', 'MALFORMED_BODY'],
    ['a number', '1', 'MALFORMED_BODY'],
    ['NaN', 'NaN', 'MALFORMED_BODY'],
    ['a NUL', '\0', 'MALFORMED_BODY'],
    ['a form', 'name=x', 'MALFORMED_BODY'],
    ['33 levels deep', `{"name":${'['.repeat(32)}${']'.repeat(32)}}`, 'MALFORMED_BODY'],
    ['60 kB of brackets', '['.repeat(60_000), 'MALFORMED_BODY'],
    ['60 kB of braces', '{"a":'.repeat(12_000), 'MALFORMED_BODY'],
    ['empty', '', 'INVALID_INPUT'],
    ['100 kB', JSON.stringify({ name: 'x'.repeat(100_000) }), 'BODY_TOO_LARGE'],
    ['of 64 KiB and one byte', JSON.stringify({ name: 'x'.repeat(65_536 - 10) }), 'BODY_TOO_LARGE'],
  ])('%s', async (_name, raw, code) => {
    expectError(await fixture.owner.post('/api/servers', undefined, { raw, headers: JSON_TYPE }), code);
  });

  test('the deepest and the largest allowed body are accepted', async () => {
    const deep = `{"name":"deep","x":${'['.repeat(31)}${']'.repeat(31)}}`;
    const prefix = '{"name":"large","x":"';
    const large = `${prefix}${'x'.repeat(65_536 - prefix.length - 2)}"}`;
    for (const raw of [deep, large]) {
      const answer = await fixture.owner.post('/api/servers', undefined, { raw, headers: JSON_TYPE });
      expect(answer.status).toBe(201);
    }
  });
});

describe('a content type', () => {
  const raw = '{"name":"Acme"}';
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON',
  ])('%s is JSON', async (type) => {
    const answer = await fixture.owner.post('/api/servers', undefined, {
      raw,
      headers: { 'Content-Type': type },
    });
    expect(answer.status).toBe(201);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
    'application/jsonp',
    'application/merge-patch+json',
    'multipart/form-data; boundary=x',
    'json',
    '*/*',
  ])('%s is not JSON', async (type) => {
    const answer = await fixture.owner.post('/api/servers', undefined, {
      raw,
      headers: { 'Content-Type': type },
    });
    expectError(answer, 'UNSUPPORTED_MEDIA_TYPE');
  });

  test('is required for a body', async () => {
    const headers = [`Content-Length: ${raw.length}`, `Authorization: Bearer ${fixture.owner.token}`];
    const answer = await exchange(fixture.service.url, request('POST /api/servers HTTP/1.1', headers, raw));
    expectError(answer, 'UNSUPPORTED_MEDIA_TYPE');
  });

  test.each(['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip', 'nonsense'])(
    'a body with encoding %s is refused before it is decompressed',
    async (encoding) => {
      const bomb = gzipSync(Buffer.alloc(10_000_000, '['));
      const headers = { ...JSON_TYPE, 'Content-Encoding': encoding };
      expectError(
        await fixture.owner.post('/api/servers', undefined, { raw: new Uint8Array(bomb), headers }),
        'UNSUPPORTED_MEDIA_TYPE',
      );
    },
  );
});

test('logging out needs no body, whatever its content type', async () => {
  const bodies = [
    {},
    { headers: JSON_TYPE },
    { headers: { 'Content-Type': 'application/json; charset=utf-8' }, raw: '' },
    { headers: JSON_TYPE, raw: '{}' },
    { headers: { 'Content-Type': 'text/plain' }, raw: '' },
  ];
  for (const [index, options] of bodies.entries()) {
    const person = await fixture.service.person(`user-${index}`);
    expect((await person.post('/api/auth/logout', undefined, options)).status).toBe(200);
  }
});

describe('a path', () => {
  test.each([
    ['in upper case', '/API/Servers/{serverID}'],
    ['with a trailing slash', '/api/servers/{serverID}/'],
    ['with an empty query', '/api/servers/{serverID}?'],
    ['with an unknown parameter', '/api/servers/{serverID}?constructor=1&__proto__=2&a[b]=3'],
    ['with a broken escape in the query', '/api/servers/{serverID}?x=%&y=%zz&%FF=1'],
  ])('%s finds the server', async (_name, path) => {
    expect((await fixture.owner.get(at(path))).body.data.id).toBe(fixture.ids.serverID?.[0]);
  });

  test('may contain an escaped letter in an id', async () => {
    const id = fixture.ids.serverID?.[0] ?? '';
    const escaped = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;
    expect((await fixture.owner.get(`/api/servers/${escaped}`)).body.data.id).toBe(id);
  });

  test.each<[string, string, ErrorCode]>([
    ['a path with nothing below /api', '/api', 'ROUTE_NOT_FOUND'],
    ['an unknown path', '/api/nonsense', 'ROUTE_NOT_FOUND'],
    ['a double slash', '/api//servers', 'ROUTE_NOT_FOUND'],
    ['two trailing slashes', '/api/servers//', 'ROUTE_NOT_FOUND'],
    ['an escaped letter in a name', '/api/%73ervers', 'ROUTE_NOT_FOUND'],
    ['an escaped slash between names', '/api%2fservers', 'ROUTE_NOT_FOUND'],
    ['a property of every object', '/api/__proto__', 'ROUTE_NOT_FOUND'],
    ['a property of every object as an id', '/api/servers/__proto__', 'SERVER_NOT_FOUND'],
    ['an escaped slash in an id', '/api/servers/..%2f..%2fetc%2fpasswd', 'SERVER_NOT_FOUND'],
    ['a NUL in an id', '/api/servers/%00', 'SERVER_NOT_FOUND'],
    ['an id in upper case', '/api/servers/0190FFFF-FFFF-7FFF-8FFF-FFFFFFFFFFFF', 'SERVER_NOT_FOUND'],
    ['SQL', "/api/servers/'%20or%201=1--", 'SERVER_NOT_FOUND'],
    ['an id of 10 kB', `/api/servers/${'x'.repeat(10_000)}`, 'SERVER_NOT_FOUND'],
    ['a broken escape', '/api/servers/%', 'MALFORMED_REQUEST'],
    ['an invalid escape', '/api/servers/%zz', 'MALFORMED_REQUEST'],
    ['invalid UTF-8', '/api/servers/%FF', 'MALFORMED_REQUEST'],
    ['a lone surrogate in UTF-8', '/api/servers/%ED%A0%80', 'MALFORMED_REQUEST'],
    ['a NUL as an emoji', '/api/messages/{messageID}/reactions/%00', 'ROUTE_NOT_FOUND'],
  ])('%s is refused', async (_name, path, code) => {
    const method = path.includes('reactions') ? 'PUT' : 'GET';
    const answer = await fixture.owner.call(method, at(path));
    expectError(answer, path.includes('reactions') ? 'INVALID_INPUT' : code);
  });
});

/** Whether a path is also one of another template. */
function matches(path: string, template: string): boolean {
  const [given, wanted] = [path.split('/'), template.split('/')];
  return (
    given.length === wanted.length &&
    wanted.every((segment, at) => segment === given[at] || segment.startsWith('{'))
  );
}

describe('a method', () => {
  test('that a path does not have is 405, with the allowed methods', async () => {
    const { document } = fixture.service;
    const documented = Object.entries(document.paths ?? {});
    for (const [path] of documented) {
      // A word of one path may stand where another one has a parameter.
      const methods = documented
        .filter(([other]) => matches(path, other))
        .flatMap(([, item]) => Object.keys(item ?? {}).map((method) => method.toUpperCase()));
      const allow = [...new Set(methods), 'OPTIONS', ...(methods.includes('GET') ? ['HEAD'] : [])]
        .sort()
        .join(', ');
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
        (one) => !methods.includes(one),
      )) {
        const answer = await fixture.owner.call(method, at(path));
        expectError(answer, 'METHOD_NOT_ALLOWED');
        expect(answer.headers.get('Allow')).toBe(allow);
      }
    }
  });

  test.each(['PROPFIND', 'TRACE', 'SEARCH', 'LINK'])('%s is not supported', async (method) => {
    const answer = await exchange(fixture.service.url, request(`${method} /api/servers HTTP/1.1`));
    expectError(answer, 'METHOD_NOT_ALLOWED');
    expect(answer.headers.get('Allow')).toBe('GET, HEAD, OPTIONS, POST');
  });

  test.each(['PROPFIND', 'TRACE', 'DELETE'])('%s is not supported by the native API', async (method) => {
    const answer = await exchange(fixture.service.url, request(`${method} /trpc/servers.list HTTP/1.1`));
    expect(answer.status).toBe(405);
  });

  test('HEAD is GET without the body, OPTIONS has the allowed methods', async () => {
    const head = await fixture.owner.call('HEAD', at('/api/servers/{serverID}'));
    expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' });
    expect((await fixture.owner.call('HEAD', '/api/servers/nonsense')).status).toBe(404);
    const options = await fixture.owner.call('OPTIONS', at('/api/servers/{serverID}'));
    expect([options.status, options.headers.get('Allow')]).toEqual([
      204,
      'DELETE, GET, HEAD, OPTIONS, PATCH',
    ]);
  });
});

describe('a field', () => {
  const send = (path: string, field: string, value: unknown) => {
    const method = path.includes('preferences') ? 'PUT' : 'POST';
    return fixture.owner.call(method, at(path), { name: 'fine', content: 'fine', [field]: value });
  };
  const CHANNELS = '/api/servers/{serverID}/channels';
  const MESSAGES = '/api/channels/{channelID}/messages';
  const PREFERENCES = '/api/servers/{serverID}/notification-preferences';

  test.each([
    ['an array for a string', MESSAGES, 'content', ['Hello']],
    ['an object for a string', MESSAGES, 'content', { toString: 'Hello' }],
    ['a number for a string', CHANNELS, 'name', 12],
    ['null for a string', CHANNELS, 'name', null],
    ['a string for a boolean', CHANNELS, 'isPrivate', 'false'],
    ['a number for a boolean', CHANNELS, 'isPrivate', 1],
    ['a string for an array', MESSAGES, 'attachmentIds', 'x'],
    ['an object for an array', MESSAGES, 'attachmentIds', { length: 1 }],
    ['an array of arrays', MESSAGES, 'attachmentIds', [['x']]],
    ['a NUL', MESSAGES, 'content', 'a\0b'],
    ['a high surrogate alone', MESSAGES, 'content', 'a\ud800b'],
    ['a low surrogate alone', CHANNELS, 'topic', '\udc00'],
    ['a string of 60 kB', MESSAGES, 'content', 'x'.repeat(60_000)],
    ['4001 characters', MESSAGES, 'content', '𝒳'.repeat(4001)],
    ['only spaces', CHANNELS, 'name', '   '],
    ['a control character in a name', CHANNELS, 'displayName', 'a\u0007b'],
    ['an unknown level', PREFERENCES, 'level', 'constructor'],
    ['an invalid time', PREFERENCES, 'quietStart', '24:00'],
    ['an invalid date', PREFERENCES, 'mutedUntil', '2026-02-30T00:00:00Z'],
    ['a year after 9999', PREFERENCES, 'mutedUntil', '+275760-09-13T00:00:00.000Z'],
    ['an offset for a time zone', PREFERENCES, 'timezone', '+02:00'],
    ['a path for a time zone', PREFERENCES, 'timezone', '../../etc/passwd'],
  ])('%s is refused', async (_name, path, field, value) => {
    const answer = await send(path, field, value);
    expectError(answer, 'INVALID_INPUT');
    expect(answer.body.issues.map((issue: { path: string }) => issue.path.split('.')[0])).toContain(field);
  });

  test('that is required together with another must not be missing', async () => {
    expectError(await send(PREFERENCES, 'quietEnd', '07:00'), 'INVALID_INPUT');
  });

  test('named like a property of every object is an unknown field', async () => {
    const raw =
      '{"name":"proto","__proto__":{"isPrivate":true},"constructor":{"prototype":{"isPrivate":true}}}';
    const answer = await fixture.owner.post(at(CHANNELS), undefined, { raw, headers: JSON_TYPE });
    expect([answer.status, answer.body.data.isPrivate]).toEqual([201, false]);
    expect(Object.hasOwn(Object.prototype, 'isPrivate')).toBe(false);
  });

  test('of 4000 characters of two UTF-16 units is stored and returned', async () => {
    const content = '𝒳'.repeat(4000);
    const sent = await fixture.owner.post(at(MESSAGES), { content });
    const { body } = await fixture.owner.get(`/api/messages/${sent.body.data.id}`);
    expect(body.data.content).toBe(content);
  });
});

describe('a limit', () => {
  test.each([
    '1e3',
    '-1',
    '0',
    '1.5',
    '',
    '%20',
    '0x10',
    '1,5',
    '5%00',
    'NaN',
    'Infinity',
    'true',
    '[]',
    '५',
    '+5',
  ])('of "%s" is refused', async (limit) => {
    expectError(
      await fixture.owner.get(at(`/api/channels/{channelID}/messages?limit=${limit}`)),
      'INVALID_INPUT',
    );
  });

  test('given twice is refused', async () => {
    expectError(
      await fixture.owner.get(at('/api/channels/{channelID}/messages?limit=5&limit=6')),
      'INVALID_INPUT',
    );
  });

  test.each(['101', '1000000', '9007199254740991', `1${'0'.repeat(30)}`, '9'.repeat(400)])(
    'of %s is served as 100',
    async (limit) => {
      expect((await fixture.owner.get(at(`/api/channels/{channelID}/messages?limit=${limit}`))).status).toBe(
        200,
      );
    },
  );

  test.each(['x', '%00', '__proto__', "'", `${'0'.repeat(8)}`])(
    'a cursor of "%s" is refused',
    async (cursor) => {
      for (const path of ['/api/servers/{serverID}/bans', '/api/channels/{channelID}/messages']) {
        expectError(await fixture.owner.get(at(`${path}?before=${cursor}`)), 'INVALID_INPUT');
      }
    },
  );
});

describe('a header', () => {
  test.each([
    '',
    'Bearer',
    'Bearer ',
    'Bearer a b',
    'Basic YWxpY2U6eA==',
    'plv_x',
    `Bearer ${'x'.repeat(5000)}`,
  ])('Authorization: %s has no valid token', async (authorization) => {
    const answer = await fixture.service
      .client(null)
      .get('/api/users/me', { headers: { Authorization: authorization } });
    expectError(answer, 'UNAUTHENTICATED');
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
  });

  test.each(['', 'x'.repeat(65)])('Idempotency-Key: %s is refused', async (key) => {
    const headers = { 'Idempotency-Key': key };
    expectError(
      await fixture.owner.post('/api/servers', { name: 'x' }, { headers }),
      'IDEMPOTENCY_KEY_INVALID',
    );
  });
});

/** Refused by Node's own parser. */
describe('invalid HTTP', () => {
  const post = ['Content-Type: application/json'];
  test.each([
    ['headers of 100 kB', request('GET /api/servers HTTP/1.1', [`X-Large: ${'x'.repeat(100_000)}`])],
    ['a target of 100 kB', request(`GET /api/servers?x=${'x'.repeat(100_000)} HTTP/1.1`)],
    ['an unknown method', request('BREW /api/servers HTTP/1.1')],
    ['an unknown version', request('GET /api/servers HTTP/9.9')],
    ['text that is not HTTP', 'Hello?\r\n\r\n'],
    [
      'two Content-Length headers',
      request('POST /api/servers HTTP/1.1', [...post, 'Content-Length: 2', 'Content-Length: 3'], '{}'),
    ],
    [
      'Content-Length together with chunks',
      request(
        'POST /api/servers HTTP/1.1',
        [...post, 'Content-Length: 2', 'Transfer-Encoding: chunked'],
        '0\r\n\r\n',
      ),
    ],
    ['a negative Content-Length', request('POST /api/servers HTTP/1.1', [...post, 'Content-Length: -1'])],
    [
      'a chunk without a size',
      request('POST /api/servers HTTP/1.1', [...post, 'Transfer-Encoding: chunked'], 'zz\r\n'),
    ],
    ['a header with a NUL', request('GET /api/servers HTTP/1.1', ['X-Odd: a\0b'])],
    ['a header without a name', request('GET /api/servers HTTP/1.1', [': x'])],
    ['no Host', 'GET /api/servers HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['an unknown expectation', request('GET /api/servers HTTP/1.1', ['Expect: the-impossible'])],
  ])('%s', async (_name, bytes) => {
    const answer = await exchange(fixture.service.url, bytes);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expectPublic(answer);
  });
});

describe('the native API', () => {
  test.each([
    ['__proto__ as a procedure', 'GET', '/trpc/__proto__', 404],
    ['toString as a procedure', 'GET', '/trpc/toString', 404],
    ['a router', 'GET', '/trpc/servers', 404],
    ['the constructor of a router', 'GET', '/trpc/servers.constructor', 404],
    ['input that is not JSON', 'GET', '/trpc/servers.list?input={', 400],
    ['input that is an array', 'GET', '/trpc/messages.list?input=[]', 400],
    ['input that is null', 'GET', '/trpc/messages.list?input=null', 400],
    ['deeply nested input', 'GET', `/trpc/servers.list?input=${'['.repeat(40)}${']'.repeat(40)}`, 400],
    ['a batch whose input is an array', 'GET', '/trpc/messages.list?batch=1&input=[]', 400],
    ['a batch of 61', 'GET', `/trpc/${Array(61).fill('users.me').join(',')}?batch=1&input={}`, 429],
    ['a mutation with GET', 'GET', '/trpc/auth.logout', 405],
    ['a query with POST', 'POST', '/trpc/users.me', 405],
    ['a broken escape', 'GET', '/trpc/%', 400],
    ['invalid UTF-8', 'GET', '/trpc/%FF', 400],
    ['no procedure', 'GET', '/trpc', 404],
    ['no procedure after a slash', 'GET', '/trpc/', 404],
  ])('%s', async (_name, method, path, status) => {
    const answer = await fixture.owner.send(method, path, method === 'POST' ? {} : undefined);
    expect({ status: answer.status, text: answer.text.slice(0, 300) }).toMatchObject({ status });
    expect(answer.text).not.toMatch(/\n\s+at |node_modules|"stack"/);
  });
});

test('the service still answers', async () => {
  expect((await fixture.owner.get('/health')).body).toEqual({ data: { status: 'ok' } });
});
