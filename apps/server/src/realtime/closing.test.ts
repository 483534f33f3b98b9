import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawSocket } from './raw-socket.fixture.js';
import { PASSWORD, type Person, type SocketServer, startSocketServer } from './test-support.js';

const HEARTBEAT_MS = 100;

let server: SocketServer;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  server = await startSocketServer({ heartbeatMs: HEARTBEAT_MS });
  [alice, bob] = await Promise.all([server.person('alice'), server.person('bob')]);
});
afterAll(() => server.close());

/** The bytes of a client's frame (RFC 6455, 5.2), masked with zeros. */
function frameOf(payload: Buffer, { opcode = 1, fin = true } = {}): Buffer {
  const length =
    payload.length < 126 ? [0x80 | payload.length] : [0x80 | 126, payload.length >> 8, payload.length & 255];
  return Buffer.concat([Buffer.from([(fin ? 0x80 : 0) | opcode, ...length, 0, 0, 0, 0]), payload]);
}

/** The close code that a raw socket receives before it is closed; null for none. */
function closeCodeOf(socket: NodeJS.ReadableStream): Promise<number | null> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    socket.on('data', (data: Buffer) => {
      bytes = Buffer.concat([bytes, data]);
    });
    socket.once('close', () => {
      const at = bytes.lastIndexOf(0x88);
      resolve(at === -1 ? null : bytes.readUInt16BE(at + 2));
    });
  });
}

describe('the end of a session closes its sockets with 4401', () => {
  test('when Dave signs out', async () => {
    const dave = await server.person('dave');
    const sockets = [await server.ready(dave), await server.ready(dave)];
    await dave.call.auth.logout();
    expect(await Promise.all(sockets.map((socket) => socket.closed()))).toEqual([4401, 4401]);
  });

  test('when Erin sets a new password, except in the session that set it', async () => {
    const erin = await server.person('erin');
    const other = await erin.call.auth.login({ username: 'erin', password: PASSWORD });
    const [current, previous] = [
      await server.ready(erin),
      await server.ready({ ...erin, token: other.token }),
    ];
    await erin.call.auth.changePassword({
      currentPassword: PASSWORD,
      newPassword: 'another horse battery staple',
    });
    expect(await previous.closed()).toBe(4401);
    current.send('ping');
    await current.until({ type: 'pong' });
  });

  test("when a bot's token is rotated", async () => {
    const robot = await server.bot(alice, 'robot');
    const socket = await server.ready(robot);
    await alice.call.bots.rotateToken({ botId: robot.id });
    expect(await socket.closed()).toBe(4401);
  });
});

describe('a client that sends too fast is read more slowly, and is never closed', () => {
  test('with frames, and with control frames', async () => {
    const other = await startSocketServer({ frameLimit: { perMinute: 12_000, burst: 20 } });
    const dave = await other.person('dave');
    const socket = await other.ready(dave);
    let pongs = 0;
    socket.ws.on('pong', () => pongs++);
    for (let sent = 0; sent < 200; sent++) {
      socket.send('ping');
      socket.ws.ping();
      // Each in a packet of its own, so that the service could read them one by one.
      await new Promise((resolve) => setImmediate(resolve));
    }
    await expect.poll(() => pongs).toBe(200);
    await expect.poll(() => socket.frames.filter(({ type }) => type === 'pong').length).toBe(200);
    expect(socket.ws.readyState).toBe(socket.ws.OPEN);
    await other.close();
  });

  test('what it sends waits in its own buffers, and others are served meanwhile', async () => {
    const other = await startSocketServer();
    const [dave, erin] = [await other.person('dave'), await other.person('erin')];
    const flooding = await rawSocket(other.port, '/api/ws', dave.token);
    const pings = Buffer.concat(
      Array.from({ length: 20_000 }, () => frameOf(Buffer.from('{"type":"ping"}'))),
    );
    const sent = 100;
    for (let round = 0; round < sent; round++) flooding.write(pings);
    flooding.resume();
    const socket = await other.ready(erin);
    for (let round = 0; round < 20; round++) {
      socket.send('subscribe', { channelIds: [erin.id] });
      await expect
        .poll(() => socket.frames.filter(({ type }) => type === 'subscribed').length)
        .toBe(round + 1);
    }
    expect(flooding.writableLength).toBeGreaterThan((pings.length * sent) / 2);
    flooding.destroy();
    await other.close();
  });

  test('a client that subscribes with a frame for each of 500 channels is served', async () => {
    const socket = await server.ready(bob);
    for (let sent = 0; sent < 500; sent++) socket.send('subscribe', { channelIds: [bob.id] });
    const answered = () => socket.frames.filter(({ type }) => type === 'subscribed').length;
    await expect.poll(answered).toBe(500);
  });
});

describe('an invalid frame closes the socket', () => {
  test.each([
    ['binary', frameOf(Buffer.from('{}'), { opcode: 2 }), 1003],
    ['not valid UTF-8', frameOf(Buffer.from([0xc3, 0x28])), 1007],
    ['with a reserved opcode', frameOf(Buffer.from('{}'), { opcode: 3 }), 1002],
    ['without a mask', Buffer.from([0x81, 2, 0x7b, 0x7d]), 1002],
  ])('%s', async (_name, bytes, code) => {
    const socket = await rawSocket(server.port, '/api/ws', bob.token);
    const closed = closeCodeOf(socket);
    socket.write(bytes);
    expect(await closed).toBe(code);
  });

  test('one byte larger than 64 KiB', async () => {
    const socket = await server.ready(bob);
    socket.ws.send('x'.repeat(64 * 1024 + 1));
    expect(await socket.closed()).toBe(1009);
  });

  test('64 KiB in fragments of one byte', async () => {
    const socket = await rawSocket(server.port, '/api/ws', bob.token);
    const closed = closeCodeOf(socket);
    const fragment = Buffer.from('x');
    const fragments = [frameOf(fragment, { fin: false })];
    for (let sent = 1; sent < 64 * 1024; sent++) fragments.push(frameOf(fragment, { opcode: 0, fin: false }));
    socket.write(Buffer.concat(fragments));
    expect(await closed).toBe(1008);
  });
});

test('a peer that answers no pings is disconnected', async () => {
  const socket = await rawSocket(server.port, '/api/ws', bob.token);
  const before = performance.now();
  // A raw socket reads, but does not answer pings.
  expect(await closeCodeOf(socket)).toBeNull();
  expect(performance.now() - before).toBeGreaterThan(2 * HEARTBEAT_MS);
});

test('a slow reader is closed with 4408, and receives everything after it resumes with its cursor', async () => {
  const other = await startSocketServer();
  const dave = await other.person('dave');
  const { id: serverId } = await dave.call.servers.create({ name: 'Acme' });
  const { id } = await dave.call.channels.create({ serverId, name: 'flood' });
  const stalled = await other.ready(dave);
  await stalled.subscribe([id]);
  const [, subscribed] = stalled.frames;
  const since = subscribed?.type === 'subscribed' ? (subscribed.data.channels[0]?.seq ?? 0) : 0;
  stalled.ws.pause();
  const reading = await other.ready(dave);
  await reading.subscribe([id]);
  const content = '𒐫'.repeat(4000);
  const heapBefore = process.memoryUsage().heapUsed;
  // The kernel buffers several megabytes for a paused socket.
  const sent = 800;
  for (let round = 0; round < sent; round += 20) {
    await Promise.all(Array.from({ length: 20 }, () => dave.call.messages.send({ channelId: id, content })));
  }
  await dave.call.messages.send({ channelId: id, content: 'last' });
  await reading.untilMessage('last');
  stalled.ws.resume();
  expect(await stalled.closed()).toBe(4408);
  expect(stalled.messages().length).toBeLessThan(sent);
  expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(200 * 1024 * 1024);

  const resumed = await other.ready(dave);
  await resumed.subscribe([id], { [id]: since });
  await resumed.untilMessage('last');
  expect(resumed.messages()).toHaveLength(sent + 1);
  await other.close();
});

test('a log that cannot be read closes the socket with 1011, and its client resumes with its cursor', async () => {
  const other = await startSocketServer();
  const dave = await other.person('dave');
  const { id: serverId } = await dave.call.servers.create({ name: 'Acme' });
  const { id } = await dave.call.channels.create({ serverId, name: 'talk' });
  for (const content of ['one', 'two']) await dave.call.messages.send({ channelId: id, content });
  const socket = await other.ready(dave);
  await other.sql`alter table events rename to events_away`;
  await socket.subscribe([id], { [id]: 0 });
  expect(await socket.closed()).toBe(1011);
  await other.sql`alter table events_away rename to events`;
  const resumed = await other.ready(dave);
  await resumed.subscribe([id], { [id]: 0 });
  await resumed.untilMessage('two');
  expect(resumed.messages()).toEqual(['one', 'two']);
  await other.close();
});

test('an expired session closes its sockets; bot tokens do not expire', async () => {
  const other = await startSocketServer();
  const dave = await other.person('dave');
  const robot = await other.bot(dave, 'robot');
  const [davesSocket, botsSocket] = [await other.ready(dave), await other.ready(robot)];
  other.advance(31 * 24 * 3600 * 1000);
  expect(await davesSocket.closed()).toBe(4401);
  botsSocket.send('ping');
  await botsSocket.until({ type: 'pong' });
  await other.close();
});

test('stopping the service closes every socket with 1012 and refuses new ones', async () => {
  const other = await startSocketServer({ closeWithinMs: 300 });
  const dave = await other.person('dave');
  const socket = await other.ready(dave);
  const unanswered = closeCodeOf(await rawSocket(other.port, '/api/ws', dave.token));
  await other.realtime.close();
  expect(await socket.closed()).toBe(1012);
  expect(await other.open('/api/ws').refused()).toMatchObject({ status: 503, body: { code: 'BUSY' } });
  expect(await unanswered).toBe(1012);
  await other.close();
});
