import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, rawSocket, type SocketServer, startSocketServer } from './test-support.js';

const HEARTBEAT_MS = 100;

let server: SocketServer;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  server = await startSocketServer({ heartbeatMs: HEARTBEAT_MS, authenticateWithinMs: 300 });
  [alice, bob] = await Promise.all([server.person('alice'), server.person('bob')]);
});
afterAll(() => server.close());

/** A frame of a client (RFC 6455, 5.2), masked with zeros. */
function frameOf(payload: Buffer, { opcode = 1, fin = true } = {}): Buffer {
  const length =
    payload.length < 126 ? [0x80 | payload.length] : [0x80 | 126, payload.length >> 8, payload.length & 255];
  return Buffer.concat([Buffer.from([(fin ? 0x80 : 0) | opcode, ...length, 0, 0, 0, 0]), payload]);
}

/** The close code that a raw socket is sent, or null when it is just cut. */
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

describe('a session that is over closes its sockets with 4401', () => {
  test('by signing out, within a second', async () => {
    const dave = await server.person('dave');
    const sockets = [await server.ready(dave), await server.ready(dave)];
    const before = performance.now();
    await dave.call.auth.logout();
    expect(await Promise.all(sockets.map((socket) => socket.closed()))).toEqual([4401, 4401]);
    expect(performance.now() - before).toBeLessThan(1000);
  });

  test('by a new password, but for the session that set it', async () => {
    const erin = await server.person('erin');
    const { services } = server;
    const { createCallerFactory, createContext, appRouter } = await import('@palaver/core');
    const guest = createContext(services, {
      requestId: '',
      token: null,
      userAgent: null,
      idempotencyKey: null,
    });
    const other = await createCallerFactory(appRouter)(guest).auth.login({
      username: 'erin',
      password: 'correct horse battery staple',
    });
    const [mine, others] = [await server.ready(erin), await server.ready({ ...erin, token: other.token })];
    await erin.call.auth.changePassword({
      currentPassword: 'correct horse battery staple',
      newPassword: 'another horse battery staple',
    });
    expect(await others.closed()).toBe(4401);
    mine.send('ping');
    await mine.until({ type: 'pong' });
  });

  test("by rotating a bot's token", async () => {
    const robot = await server.bot(alice, 'robot');
    const socket = await server.ready(robot);
    await alice.call.bots.rotateToken({ botId: robot.id });
    expect(await socket.closed()).toBe(4401);
  });
});

test('too many frames close with 4429, and no sooner', async () => {
  const socket = await server.ready(bob);
  for (let sent = 0; sent < 120; sent++) socket.send('ping');
  await expect.poll(() => socket.frames.filter(({ type }) => type === 'pong').length).toBe(120);
  socket.send('ping');
  expect(await socket.closed()).toBe(4429);
});

test('control frames count as well', async () => {
  const socket = await server.ready(bob);
  let answered = 0;
  socket.ws.on('pong', () => answered++);
  for (let sent = 0; sent < 120; sent += 40) {
    for (let ping = 0; ping < 40; ping++) socket.ws.ping();
    await expect.poll(() => answered).toBe(sent + 40);
  }
  socket.ws.ping();
  expect(await socket.closed()).toBe(4429);
});

describe('frames that no client may send', () => {
  test.each([
    ['a binary one', frameOf(Buffer.from('{}'), { opcode: 2 }), 1003],
    ['bad UTF-8', frameOf(Buffer.from([0xc3, 0x28])), 1007],
    ['a reserved opcode', frameOf(Buffer.from('{}'), { opcode: 3 }), 1002],
    ['one without a mask', Buffer.from([0x81, 2, 0x7b, 0x7d]), 1002],
  ])('%s', async (_name, bytes, code) => {
    const socket = await rawSocket(server.port, '/api/ws', bob.token);
    const closed = closeCodeOf(socket);
    socket.write(bytes);
    expect(await closed).toBe(code);
  });

  test('a byte more than 64 KiB', async () => {
    const socket = await server.ready(bob);
    socket.ws.send('x'.repeat(64 * 1024 + 1));
    expect(await socket.closed()).toBe(1009);
  });

  test('64 KiB in pieces of one byte', async () => {
    const socket = await rawSocket(server.port, '/api/ws', bob.token);
    const closed = closeCodeOf(socket);
    const piece = Buffer.from('x');
    const pieces = [frameOf(piece, { fin: false })];
    for (let sent = 1; sent < 64 * 1024; sent++) pieces.push(frameOf(piece, { opcode: 0, fin: false }));
    socket.write(Buffer.concat(pieces));
    expect(await closed).toBe(1008);
  });
});

test('a peer that is gone without a word is noticed', async () => {
  const socket = await rawSocket(server.port, '/api/ws', bob.token);
  const before = performance.now();
  // It reads, but answers no ping: the close is the service's own.
  expect(await closeCodeOf(socket)).toBeNull();
  expect(performance.now() - before).toBeGreaterThan(2 * HEARTBEAT_MS);
});

test('a reader that does not keep up is closed with 4408, and finds everything by its cursor', async () => {
  const slow = await startSocketServer();
  const dave = await slow.person('dave');
  const { id: serverId } = await dave.call.servers.create({ name: 'Acme' });
  const { id } = await dave.call.channels.create({ serverId, name: 'flood' });
  const stalled = await slow.ready(dave);
  await stalled.subscribe([id]);
  const [, subscribed] = stalled.frames;
  const since = subscribed?.type === 'subscribed' ? (subscribed.data.channels[0]?.seq ?? 0) : 0;
  stalled.ws.pause();
  const open = await slow.ready(dave);
  await open.subscribe([id]);
  const content = '𒐫'.repeat(4000);
  const heapBefore = process.memoryUsage().heapUsed;
  // The peer of a paused socket has whole megabytes of kernel buffers to fill first.
  const sent = 800;
  for (let round = 0; round < sent; round += 20) {
    await Promise.all(Array.from({ length: 20 }, () => dave.call.messages.send({ channelId: id, content })));
  }
  await dave.call.messages.send({ channelId: id, content: 'last' });
  await open.untilMessage('last');
  stalled.ws.resume();
  expect(await stalled.closed()).toBe(4408);
  expect(stalled.messages().length).toBeLessThan(sent);
  expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(200 * 1024 * 1024);

  const back = await slow.ready(dave);
  await back.subscribe([id], { [id]: since });
  await back.untilMessage('last');
  expect(back.messages()).toHaveLength(sent + 1);
  await slow.close();
}, 120_000);

test('a session that expires closes its sockets; a bot has no such end', async () => {
  const aging = await startSocketServer();
  const dave = await aging.person('dave');
  const robot = await aging.bot(dave, 'robot');
  const [socket, robots] = [await aging.ready(dave), await aging.ready(robot)];
  aging.advance(31 * 24 * 3600 * 1000);
  expect(await socket.closed()).toBe(4401);
  robots.send('ping');
  await robots.until({ type: 'pong' });
  await aging.close();
});

test('stopping closes every socket with 1012 and takes no more', async () => {
  const stopping = await startSocketServer({ closeWithinMs: 300 });
  const dave = await stopping.person('dave');
  const socket = await stopping.ready(dave);
  const deaf = closeCodeOf(await rawSocket(stopping.port, '/api/ws', dave.token));
  await stopping.realtime.close();
  expect(await socket.closed()).toBe(1012);
  expect(await stopping.open('/api/ws').refused()).toMatchObject({ status: 503, body: { code: 'BUSY' } });
  expect(await deaf).toBe(1012);
  await stopping.close();
});
