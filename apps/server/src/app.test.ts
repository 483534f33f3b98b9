import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { SAMPLE_PROXY, type SampleApp, startSampleApp, TOKEN } from './testing/sample-app.js';
import { type Sent, send } from './testing/send.js';

let app: SampleApp;
beforeAll(async () => {
  app = await startSampleApp();
});
afterAll(() => app.close());

const call = (sent: Sent) => send(app.url, sent);

/** Writes the bytes of a request and reads the bytes of the answer. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(app.port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

describe('the request id', () => {
  const NEW = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
  const given = (id: string, from?: string) =>
    call({ path: '/health', headers: { 'X-Request-Id': id }, ...(from && { from }) });

  it('is that of a trusted proxy where it is short and safe', async () => {
    expect((await given('proxy-1234:abc', SAMPLE_PROXY)).headers['x-request-id']).toBe('proxy-1234:abc');
    for (const refused of ['short', 'x'.repeat(65), 'with space in it', '<script>alert(1)</script>']) {
      expect((await given(refused, SAMPLE_PROXY)).headers['x-request-id']).toMatch(NEW);
    }
  });

  it('is a new one for everybody else, and without one', async () => {
    expect((await call({ path: '/health', from: SAMPLE_PROXY })).headers['x-request-id']).toMatch(NEW);
    expect((await given('proxy-1234:abc')).headers['x-request-id']).toMatch(NEW);
    const headers = { 'X-Request-Id': 'proxy-1234:abc', 'X-Forwarded-For': SAMPLE_PROXY };
    expect((await call({ path: '/health', headers })).headers['x-request-id']).toMatch(NEW);
  });
});

describe('every answer', () => {
  test.each([
    ['GET', '/health'],
    ['HEAD', '/health'],
    ['GET', '/nope'],
    ['GET', '/api/things'],
    ['GET', '/api/things/t1'],
    ['PUT', '/api/things'],
    ['OPTIONS', '/api/things'],
    ['GET', '/trpc/things.list'],
    ['GET', '/trpc/nope'],
    ['GET', '/trpc/things.list?batch=1&input=no-json'],
    ['OPTIONS', '/trpc/things.list'],
    ['DELETE', '/trpc/things.list'],
    ['GET', '/api/openapi.json'],
  ])('%s %s has safe headers', async (method, path) => {
    const { headers } = await call({ method, path });
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'strict-transport-security': expect.stringContaining('max-age='),
      'cache-control': expect.any(String),
    });
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['x-request-id']).toBeDefined();
  });
});

describe('an unusual request target', () => {
  test.each([
    ['an absolute form', `GET http://elsewhere.test/health HTTP/1.1\r\nHost: elsewhere.test`, 200],
    ['dots that lead to another path', 'GET /nope/../health HTTP/1.1\r\nHost: x', 200],
    ['a Host that is no host', 'GET /health HTTP/1.1\r\nHost: [', 400],
    ['a Host that is no host, for a procedure', 'GET /api/things HTTP/1.1\r\nHost: [', 400],
    ['a Host that is no host, for a native call', 'GET /trpc/things.list HTTP/1.1\r\nHost: [', 400],
    ['a Host with a password', 'GET /trpc/things.list HTTP/1.1\r\nHost: a:b@c', 400],
    ['a Host with a path', 'GET /api/things HTTP/1.1\r\nHost: a/b', 400],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: x', 400],
    ['another scheme', 'GET ftp://x/health HTTP/1.1\r\nHost: x', 400],
    ['an absolute form that is no URL', 'GET http://[ HTTP/1.1\r\nHost: x', 400],
  ])('%s', async (_name, head, status) => {
    const answer = await raw(`${head}\r\nConnection: close\r\n\r\n`);
    expect(answer.split('\r\n', 1)[0]).toContain(`HTTP/1.1 ${status} `);
    if (status === 400) expect(answer).toContain('"code":"MALFORMED_REQUEST"');
  });
});

describe('CORS', () => {
  const from = (origin: string, sent: Sent) =>
    call({ ...sent, headers: { Origin: origin, ...sent.headers } });
  const preflight = (origin: string) =>
    from(origin, {
      method: 'OPTIONS',
      path: '/api/things/t1',
      headers: {
        'Access-Control-Request-Method': 'PATCH',
        'Access-Control-Request-Headers': 'authorization',
      },
    });

  it('answers a preflight of a listed origin, with Allow', async () => {
    const { status, headers } = await preflight('https://app.test');
    expect({ status, headers }).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': 'https://app.test',
        'access-control-allow-methods': expect.stringContaining('PATCH'),
        'access-control-allow-headers': expect.stringContaining('Authorization'),
        allow: 'DELETE, GET, HEAD, OPTIONS, PATCH',
      },
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('sends other origins no CORS headers', async () => {
    for (const origin of ['https://evil.test', 'https://app.test.evil.test', 'null', 'http://app.test']) {
      const { status, headers } = await preflight(origin);
      expect(status).toBe(204);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(headers.vary).toContain('Origin');
    }
  });

  it('lets a page read answers, errors and 429 as well', async () => {
    const limited = await startSampleApp({
      rateLimit: (_req, res) => void res.writeHead(429).end(),
    });
    const answers = await Promise.all([
      from('https://app.test', { path: '/api/things' }),
      from('https://app.test', { path: '/nope' }),
      from('https://app.test', { path: '/trpc/things.list?input={}' }),
      send(limited.url, { path: '/api/things', headers: { Origin: 'https://app.test' } }),
    ]);
    await limited.close();
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200, 429]);
    for (const { headers } of answers) {
      expect(headers['access-control-allow-origin']).toBe('https://app.test');
      expect(headers['access-control-expose-headers']).toContain('Idempotent-Replayed');
      expect(headers['access-control-expose-headers']).toContain('Retry-After');
      expect(headers.vary).toContain('Origin');
    }
  });

  it('is off without origins, and open to all with *', async () => {
    const [none, any] = await Promise.all([
      startSampleApp({ corsOrigins: [] }),
      startSampleApp({ corsOrigins: ['*'] }),
    ]);
    const asked = { path: '/api/things', headers: { Origin: 'https://any.test' } };
    expect((await send(none.url, asked)).headers['access-control-allow-origin']).toBeUndefined();
    expect((await send(any.url, asked)).headers['access-control-allow-origin']).toBe('https://any.test');
    await Promise.all([none.close(), any.close()]);
  });
});

describe('the order of the steps', () => {
  it('limits the rate before a body is read and a token is checked', async () => {
    let authenticated = 0;
    const limited = await startSampleApp({
      rateLimit: (_req, res) => void res.writeHead(429).end(),
      createContext: () => {
        authenticated++;
        throw new Error('never');
      },
    });
    for (const path of ['/api/auth/login', '/trpc/auth.login', '/nope', '/health']) {
      const body = '{"malformed';
      const headers = { 'Content-Type': 'application/json' };
      expect(await send(limited.url, { method: 'POST', path, body, headers })).toMatchObject({ status: 429 });
    }
    expect(authenticated).toBe(0);
    await limited.close();
  });
});

describe('a limiter that goes on in a later turn', () => {
  it('has what fails after it answered all the same', async () => {
    const later = await startSampleApp({ rateLimit: (_req, _res, next) => void setImmediate(next) });
    expect((await send(later.url, { path: '/api/things' })).status).toBe(200);
    expect((await send(later.url, { path: '/nope' })).status).toBe(404);
    await later.close();
  });
});

describe('the log', () => {
  const CLIENT = '2001:db8::1';
  const linesOf = (client: string) => app.logs.filter((line) => line.client === client);

  it('has one line a request, with its id and its client and without secrets', async () => {
    const headers = {
      Authorization: `Bearer ${TOKEN}`,
      Cookie: 'session=secret-cookie',
      'X-Request-Id': 'request-1',
      'X-Forwarded-For': '2001:0db8:0::1',
    };
    const sent = { headers, from: SAMPLE_PROXY };
    await call({ ...sent, path: '/api/things?token=secret-token&ticket=secret-ticket' });
    await call({ ...sent, path: '/trpc/things.list?input=%7B%22before%22%3A%22secret-input%22%7D' });
    await call({ ...sent, path: '/nope?code=secret-code#secret-fragment' });
    await call({ ...sent, path: '/api/things/t1/reactions/secret-emoji' });
    await call({ ...sent, path: `/${'long'.repeat(1000)}` });
    await call({ ...sent, path: '/health' });
    await expect.poll(() => linesOf(CLIENT)).toHaveLength(5);
    const lines = linesOf(CLIENT);
    expect(lines).toMatchObject([
      {
        requestId: 'request-1',
        req: { method: 'GET', path: '/api/things' },
        res: { statusCode: 200 },
        level: 30,
      },
      { requestId: 'request-1', req: { path: '/trpc/things.list' }, res: { statusCode: 200 } },
      { requestId: 'request-1', req: { path: '/nope' }, res: { statusCode: 404 }, level: 30 },
      { req: { path: '/api/things/t1/reactions/{emoji}' } },
      { req: { path: `/${'long'.repeat(1000)}`.slice(0, 200).concat('…') } },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/secret|plv_/);
  });

  it('has 20 lines a second of one address and the number of the others; no error of the service is missing', async () => {
    const flooding = { path: '/nope', headers: { 'X-Forwarded-For': '192.0.2.1' }, from: SAMPLE_PROXY };
    const failing = { ...flooding, path: '/api/faults/thrown' };
    const isCount = (line: Readonly<Record<string, unknown>>) => 'lines' in line;
    const counted = () => linesOf('192.0.2.1').reduce((sum, { lines }) => sum + Number(lines ?? 0), 0);
    const written = () => linesOf('192.0.2.1').filter((line) => !isCount(line) && line.level === 30);
    let sent = 0;
    // A busy machine may take seconds for a hundred.
    for (; counted() === 0; sent += 100) await Promise.all(Array.from({ length: 100 }, () => call(flooding)));
    await call(failing);
    await expect.poll(() => counted() + written().length).toBe(sent);
    const seconds = linesOf('192.0.2.1').filter(isCount).length;
    expect(written().length).toBeLessThanOrEqual(20 * (seconds + 1));
    expect(linesOf('192.0.2.1').filter(({ level }) => level === 50)).toHaveLength(2);
  });
});

test('/ leads to the documents while there is no web client, for reading alone', async () => {
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await call({ method, path: '/' });
    expect([status, headers.location]).toEqual([302, 'api/docs']);
  }
  expect((await call({ method: 'POST', path: '/' })).status).toBe(404);
});

test('the token is read from a bearer header alone', async () => {
  const status = async (headers: Record<string, string>, query = '') =>
    (await call({ path: `/api/things/t1${query}`, headers })).status;
  expect(await status({ Authorization: `Bearer ${TOKEN}` })).toBe(200);
  expect(await status({ Authorization: `bearer   ${TOKEN}` })).toBe(200);
  expect(await status({ Authorization: `Basic ${TOKEN}` })).toBe(401);
  expect(await status({ Authorization: TOKEN })).toBe(401);
  expect(await status({ Authorization: `Bearer ${TOKEN} x` })).toBe(401);
  expect(await status({ Cookie: `token=${TOKEN}` }, `?token=${TOKEN}&access_token=${TOKEN}`)).toBe(401);
});
