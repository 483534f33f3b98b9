import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HANDSHAKE, rawRequest, rawSocket } from './raw-socket.fixture.js';
import { bearer } from './socket-client.fixture.js';
import { type Person, type SocketServer, startSocketServer } from './test-support.js';

let server: SocketServer;
let alice: Person;
let robot: Person;

beforeAll(async () => {
  // A busy machine may take a second for the first frame.
  server = await startSocketServer({ authenticateWithinMs: 2_000, closeWithinMs: 200 }, (req, res) => {
    if (req.url?.startsWith('/late')) setTimeout(() => res.end(`of ${req.url}`), 20);
    else if (req.url?.startsWith('/plain?')) res.end(`of ${req.url}`);
    else if (req.url !== '/slow') res.end('plain');
  });
  alice = await server.person('alice');
  robot = await server.bot(alice, 'robot');
});
afterAll(() => server.close());

describe('signing in by the upgrade', () => {
  test.each([
    ['with the header', '/api/ws', () => bearer(alice.token)],
    [
      'with the header in another case',
      '/api/ws',
      () => ({ headers: { authorization: `bearer ${alice.token}` } }),
    ],
    ['as a bot', '/api/ws', () => bearer(robot.token)],
    ['as a bot at the bot gateway', '/api/bot-gateway', () => bearer(robot.token)],
    [
      'from a page of an allowed origin',
      '/api/ws',
      () => ({ ...bearer(alice.token), origin: 'https://app.example' }),
    ],
    [
      'from a page of its own origin',
      '/api/ws',
      () => ({ ...bearer(alice.token), origin: `http://127.0.0.1:${server.port}` }),
    ],
  ])('%s', async (_name, path, options) => {
    const client = server.open(path, options());
    await client.until({ type: 'ready' });
    expect(client.frames).toEqual([
      {
        type: 'ready',
        data: { user: expect.objectContaining({ id: expect.any(String) }), heartbeatIntervalMs: 30_000 },
      },
    ]);
  });

  test('with a token or a ticket in the query; a ticket is valid once, for 30 seconds', async () => {
    const [{ ticket }, unused] = [await alice.call.realtime.ticket(), await alice.call.realtime.ticket()];
    await server.open(`/api/ws?token=${alice.token}`).until({ type: 'ready' });
    await server.open(`/api/ws?ticket=${ticket}`).until({ type: 'ready' });
    expect(await server.open(`/api/ws?ticket=${ticket}`).refused()).toMatchObject({ status: 401 });
    server.advance(30_000);
    expect(await server.open(`/api/ws?ticket=${unused.ticket}`).refused()).toMatchObject({ status: 401 });
  });

  test.each([
    ['a bad token', '/api/ws', () => bearer('plv_bad'), 401, 'UNAUTHENTICATED'],
    [
      'another scheme',
      '/api/ws',
      () => ({ headers: { authorization: 'Basic YTpi' } }),
      401,
      'UNAUTHENTICATED',
    ],
    ['a bad ticket', '/api/ws?ticket=x', () => ({}), 401, 'UNAUTHENTICATED'],
    ['a bad token in the query', '/api/ws?token=x', () => ({}), 401, 'UNAUTHENTICATED'],
    ['a person at the bot gateway', '/api/bot-gateway', () => bearer(alice.token), 403, 'BOTS_ONLY'],
    [
      'a page of another origin',
      '/api/ws',
      () => ({ ...bearer(alice.token), origin: 'https://evil.example' }),
      403,
      'ORIGIN_NOT_ALLOWED',
    ],
    [
      'a page whose origin is null',
      '/api/ws',
      () => ({ ...bearer(alice.token), origin: 'null' }),
      403,
      'ORIGIN_NOT_ALLOWED',
    ],
    ['another path', '/api/users/me', () => bearer(alice.token), 404, 'ROUTE_NOT_FOUND'],
    ['the native API without credentials', '/trpc', () => ({}), 401, 'UNAUTHENTICATED'],
  ])('%s is refused', async (_name, path, options, status, code) => {
    const refusal = await server.open(path, options()).refused();
    expect(refusal).toMatchObject({
      status,
      headers: {
        'content-type': 'application/json',
        ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      },
      body: { error: expect.any(String), code },
    });
  });

  describe('the origin of a page is compared with its scheme, host and port', () => {
    const own = () => `127.0.0.1:${server.port}`;
    test.each([
      ['its own, over https by a proxy', () => `https://${own()}`, { 'x-forwarded-proto': 'https' }, null],
      ['the host of the request', () => 'http://chat.example', { host: 'chat.example' }, null],
      ['its own, over another scheme', () => `https://${own()}`, {}, 403],
      ['its own by another host', () => 'http://chat.example', {}, 403],
      ['its own host at another port', () => 'http://127.0.0.1:1', {}, 403],
      ['an allowed host over http', () => 'http://app.example', {}, 403],
      ['an allowed host at another port', () => 'https://app.example:8443', {}, 403],
      ['an allowed host in a longer one', () => 'https://app.example.evil.example', {}, 403],
      ['a file', () => 'file://', {}, 403],
      ['no URL', () => 'app.example', {}, 403],
    ])('%s', async (_name, origin, headers, status) => {
      const options = { headers: { ...bearer(alice.token).headers, ...headers }, origin: origin() };
      const client = server.open('/api/ws', options);
      if (status === null) await client.until({ type: 'ready' });
      else expect(await client.refused()).toMatchObject({ status, body: { code: 'ORIGIN_NOT_ALLOWED' } });
    });
  });

  test('a cookie does not sign in', async () => {
    const client = server.open('/api/ws', { headers: { cookie: `token=${alice.token}` } });
    expect(await client.closed()).toBe(4401);
    expect(client.codes()).toEqual(['UNAUTHENTICATED']);
  });
});

describe('signing in by the first frame', () => {
  const opened = async (path = '/api/ws') => {
    const client = server.open(path);
    await new Promise((resolve) => client.ws.once('open', resolve));
    return client;
  };

  test('with a good token', async () => {
    const client = await opened();
    client.send('subscribe', { channelIds: [alice.id] });
    await client.until({ type: 'error' });
    client.send('ping');
    client.send('authenticate', { token: alice.token });
    await client.until({ type: 'ready' });
    client.send('authenticate', { token: alice.token });
    client.send('subscribe', { channelIds: [alice.id] });
    await client.until({ type: 'subscribed' });
    const errors = client.frames.flatMap((frame) => (frame.type === 'error' ? [frame.data] : []));
    expect(errors).toMatchObject([
      { code: 'UNAUTHENTICATED', type: 'subscribe' },
      { code: 'MALFORMED_REQUEST', type: 'authenticate' },
    ]);
  });

  test('with a bad token, or as a person at the bot gateway', async () => {
    const [wrong, person] = [await opened(), await opened('/api/bot-gateway')];
    wrong.send('authenticate', { token: 'plv_bad' });
    person.send('authenticate', { token: alice.token });
    expect(await Promise.all([wrong.closed(), person.closed()])).toEqual([4401, 4401]);
    expect([wrong.codes(), person.codes()]).toEqual([['UNAUTHENTICATED'], ['BOTS_ONLY']]);
  });

  test('not in time: an error says so before the close, and who signed in in time stays', async () => {
    const signedIn = await opened();
    signedIn.send('authenticate', { token: alice.token });
    await signedIn.until({ type: 'ready' });
    // Its time ends after that of the first one.
    const client = await opened();
    expect(await client.closed()).toBe(4401);
    signedIn.send('ping');
    await signedIn.until({ type: 'pong' });
    const error = expect.stringMatching(/^Sign in within 2 seconds/);
    expect(client.frames).toEqual([{ type: 'error', data: { error, code: 'UNAUTHENTICATED', type: null } }]);
  });

  test.each(['/api/ws', '/api/bot-gateway', '/trpc?connectionParams=1'])(
    'not in time: a peer of %s that neither answers the close nor reads is cut',
    async (path) => {
      const socket = await rawSocket(server.port, path, null);
      const ended = new Promise((resolve) => socket.once('end', resolve));
      socket.write(Buffer.concat(Array.from({ length: 500 }, () => Buffer.from([0x81, 0x80, 0, 0, 0, 0]))));
      socket.pause();
      const connections = () => new Promise((resolve) => server.http.getConnections((_e, n) => resolve(n)));
      const before = await connections();
      await expect.poll(connections).toBe(Number(before) - 1);
      socket.resume();
      await ended;
    },
  );
});

describe('an unusual request', () => {
  test.each([
    ['an invalid host', 'GET /api/ws HTTP/1.1\r\nHost: [', 400],
    ['an invalid host, to the native API', 'GET /trpc HTTP/1.1\r\nHost: [', 400],
    ['two slashes', 'GET //api/ws HTTP/1.1\r\nHost: x', 404],
    ['another case', 'GET /API/WS HTTP/1.1\r\nHost: x', 404],
    ['an escaped path', 'GET /api%2Fws HTTP/1.1\r\nHost: x', 404],
    ['a path with dots', 'GET /api/x/../ws HTTP/1.1\r\nHost: x', 404],
    ['a URL without a host', 'GET http:// HTTP/1.1\r\nHost: x', 404],
    ['another method', 'POST /api/ws HTTP/1.1\r\nHost: x\r\nContent-Length: 0', 400],
  ])('%s', async (_name, head, status) => {
    const answer = await rawRequest(server.port, head);
    expect(answer.split('\r\n')[0]).toContain(`HTTP/1.1 ${status} `);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: expect.any(String) });
  });

  test('a handshake without a key is refused', async () => {
    const answer = await rawRequest(server.port, 'GET /api/ws HTTP/1.1', [
      'Host: x',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*"code":"MALFORMED_REQUEST"/s);
  });

  test('an absolute target is accepted', async () => {
    const head = `GET http://x/api/ws HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer plv_bad`;
    expect(await rawRequest(server.port, head)).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('an offer of another protocol is ignored, and the request is served with its body', async () => {
    const answer = await rawRequest(server.port, 'POST /anything HTTP/1.1', [
      'Host: x',
      'Connection: Upgrade, HTTP2-Settings, close',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA',
      'Content-Length: 4\r\n\r\nbody',
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 200 .*plain$/s);
  });
});

describe('an upgrade on a connection that has been used', () => {
  const get = 'GET /plain HTTP/1.1\r\nHost: x\r\n\r\n';
  const offer = 'GET /offer HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n';

  test('offers of another protocol are ignored again and again, and leave no listener', async () => {
    const sockets: Socket[] = [];
    const remember = (socket: Socket) => sockets.push(socket);
    server.http.once('connection', remember);
    const socket = connect(server.port, '127.0.0.1');
    const answers = async (text: string) => {
      socket.write(text);
      const [data] = await once(socket, 'data');
      return String(data).slice(0, 12);
    };
    expect([await answers(get), await answers(offer)]).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
    const listeners = () =>
      sockets[0]?.eventNames().reduce((sum, name) => sum + (sockets[0]?.listenerCount(name) ?? 0), 0);
    const before = listeners();
    for (let round = 0; round < 20; round++) expect(await answers(offer)).toBe('HTTP/1.1 200');
    expect(listeners()).toBe(before);
    expect(await answers(get)).toBe('HTTP/1.1 200');
    socket.destroy();
  });

  test('an offer behind requests under way is ignored, and all are answered in order', async () => {
    const socket = connect(server.port, '127.0.0.1');
    let text = '';
    socket.on('data', (data: Buffer) => {
      text += String(data);
    });
    const asked = ['/late?1', '/plain?2'].map((path) => get.replace('/plain', path)).join('');
    const offers = ['/late?3', '/plain?4'].map((path) => offer.replace('/offer', path)).join('');
    socket.write(asked + offers + get.replace('/plain', '/plain?5'));
    await expect.poll(() => text.match(/\?\d/g)).toEqual(['?1', '?2', '?3', '?4', '?5']);
    socket.destroy();
  });

  test('a WebSocket behind a request that is not answered closes the connection', async () => {
    const text = `GET /api/ws HTTP/1.1\r\nHost: x\r\n${HANDSHAKE.join('\r\n')}\r\n\r\n`;
    const socket = connect(server.port, '127.0.0.1');
    const closed = once(
      socket.resume().on('error', () => {}),
      'close',
    );
    socket.write(get.replace('/plain', '/slow') + text);
    await closed;
  });

  test('a WebSocket at another path is refused', async () => {
    const socket = connect(server.port, '127.0.0.1');
    let text = '';
    socket.on('data', (data: Buffer) => {
      text += String(data);
    });
    socket.write(get);
    await expect.poll(() => text).toContain('plain');
    socket.write(`GET /elsewhere HTTP/1.1\r\nHost: x\r\n${HANDSHAKE.join('\r\n')}\r\n\r\n`);
    await once(socket, 'close');
    expect(text).toContain('HTTP/1.1 404');
  });
});

test('the rate limiter comes first, and writes its own answer', async () => {
  const limited = await startSocketServer({
    limitUpgrade: (_req, socket) => {
      socket.end('HTTP/1.1 429 Too Many Requests\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}');
    },
  });
  expect(await limited.open('/api/ws').refused()).toMatchObject({ status: 429, body: {} });
  await limited.close();
});
