import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import {
  createFaultProxy,
  createTestDatabase,
  type FaultProxy,
  type TestDatabase,
} from '@palaver/db/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { redisScripts } from '../redis/scripts.js';
import { close, listen } from '../testing/listen.js';
import { isRedisInstalled, type RedisServer, startRedis } from '../testing/redis-server.js';
import { send } from '../testing/send.js';
import { type BucketStore, bucketsOf } from './bucket-store.js';
import { requestClients } from './client-ip.js';
import { RATE_LIMITS } from './limits.js';
import { postgresBuckets } from './postgres-buckets.js';
import { type RateLimit, rateLimit } from './rate-limit.js';
import { redisBuckets } from './redis-buckets.js';
import { limitedServer, nthAddress, realOperations, tally } from './test-support.js';
import { parseTrustedProxies } from './trusted-proxies.js';

const NODES = 4;
const SEVERAL = { others: () => new Set(['another']), onChange: () => () => {} };
const UPGRADE = [
  'GET /api/ws HTTP/1.1',
  'Host: x',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
];
const { burst } = RATE_LIMITS.global;

const hasRedis = isRedisInstalled();

let database: TestDatabase;
let proxy: FaultProxy;
let redis: RedisServer | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await createFaultProxy(database.connection);
  if (hasRedis) redis = await startRedis();
});
afterAll(async () => {
  await redis?.close();
  await proxy.close();
  await database.drop();
});

const ends: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  proxy.restore();
  for (const end of ends.splice(0)) await end();
});

interface TestNode {
  readonly url: string;
  readonly port: number;
  readonly limit: RateLimit;
  readonly messages: string[];
  /** The bodies that came through. */
  readonly bodies: string[];
  /** The connections that have ended. */
  closed(): number;
}

/** The store decides, however busy the machine is. */
const PATIENT_MS = 600_000;

/** A server that answers 200 with the body of the request, and echoes the frames of sockets. */
async function startNode(store: BucketStore, lateMs = PATIENT_MS): Promise<TestNode> {
  const messages: string[] = [];
  const bodies: string[] = [];
  const add = (_fields: object, message: string) => void messages.push(message);
  const limit = rateLimit({
    operations: realOperations,
    clientOf: requestClients(parseTrustedProxies('127.0.0.1/32')),
    sharing: {
      store,
      nodes: SEVERAL,
      log: { error: add, warn: add, info: add },
      lateMs,
    },
  });
  const server = limitedServer(limit, async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    bodies.push(body);
    res.end(body);
  });
  const sockets = new WebSocketServer({ noServer: true });
  sockets.on('connection', (socket) => socket.on('message', (frame) => socket.send(String(frame))));
  server.on('upgrade', (req, socket, head) => {
    socket.on('error', () => socket.destroy());
    limit.limitUpgrade(req, socket, () =>
      sockets.handleUpgrade(req, socket, head, (opened) => sockets.emit('connection', opened, req)),
    );
  });
  let closed = 0;
  server.on('connection', (socket) => socket.on('close', () => closed++));
  const port = await listen(server);
  ends.push(() => close(server), store.close);
  return { url: `http://127.0.0.1:${port}`, port, limit, messages, bodies, closed: () => closed };
}

const buckets = bucketsOf(RATE_LIMITS);
const STORES = {
  Postgres: () => postgresBuckets({ connection: proxy.connection, buckets }),
  Redis: () => redisBuckets({ scripts: redisScripts(redis?.url ?? ''), buckets, database: 'a' }),
};

async function startNodes(kind: keyof typeof STORES, lateMs = PATIENT_MS): Promise<TestNode[]> {
  const stores = Array.from({ length: NODES }, STORES[kind]);
  await Promise.all(stores.map((store) => store.open()));
  return Promise.all(stores.map((store) => startNode(store, lateMs)));
}

/** A node whose store answers when the test lets it. `asked` counts the asks. */
async function startHeldNode() {
  const inner = postgresBuckets({ connection: database.connection, buckets });
  let asked = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const take: BucketStore['take'] = async (asks) => {
    for (const { requests } of asks) asked += requests;
    await released;
    return inner.take(asks);
  };
  const node = await startNode({ ...inner, take });
  return { node, release, asked: () => asked };
}

let addresses = 0;
const newAddress = () => nthAddress(++addresses);

/** Sends requests of one address to the nodes in turn, all at once; how many got which status. */
async function sendAll(nodes: readonly TestNode[], count: number, address: string, path = '/api/x') {
  const sent = Array.from({ length: count }, (_, n) => nodes[n % nodes.length]).map(
    async (node) => (await send(node?.url ?? '', { path, headers: { 'x-forwarded-for': address } })).status,
  );
  return tally(await Promise.all(sent));
}

describe.each(['Postgres', 'Redis'] as const)('four nodes with %s', (kind) => {
  if (kind === 'Redis' && !hasRedis) return test.skip('redis-server is not on the PATH');

  test('let one address send 60 requests at once, and 4 a second after that', async () => {
    const nodes = await startNodes(kind);
    const address = newAddress();
    const began = performance.now();
    const { 200: first = 0, 429: refused } = await sendAll(nodes, 4 * burst, address);
    let granted = first;
    const from = performance.now();
    let asked = from;
    while (asked - from < 4_000) {
      asked = performance.now();
      granted += (await sendAll(nodes, 8, address))[200] ?? 0;
    }
    const seconds = { all: (performance.now() - began) / 1_000, later: (asked - from) / 1_000 };
    expect(first).toBeGreaterThanOrEqual(burst);
    expect(refused).toBe(4 * burst - first);
    expect(granted).toBeLessThanOrEqual(burst + 4 * seconds.all);
    expect(granted - first).toBeGreaterThanOrEqual(4 * seconds.later - 1);
  });

  test('let one address send 5 requests of the Auth limiter, each of which costs a global token too', async () => {
    const nodes = await startNodes(kind);
    const address = newAddress();
    const began = performance.now();
    const { 200: granted = 0 } = await sendAll(nodes, 2 * burst, address, '/api/bot-gateway');
    const { 200: after = 0 } = await sendAll(nodes, 2 * burst, address);
    const minutes = (performance.now() - began) / 60_000;
    expect(granted).toBeGreaterThanOrEqual(RATE_LIMITS.auth.burst);
    expect(granted).toBeLessThanOrEqual(RATE_LIMITS.auth.burst + RATE_LIMITS.auth.perMinute * minutes);
    expect(after).toBeLessThanOrEqual(RATE_LIMITS.global.perMinute * minutes);
  });
});

interface Fault {
  readonly kind: keyof typeof STORES;
  readonly how: string;
  readonly fail: () => unknown;
  readonly mend: () => unknown;
}

describe('while the store', () => {
  const faults: Fault[] = [
    { kind: 'Postgres', how: 'stands still', fail: () => proxy.pause(), mend: () => proxy.restore() },
    { kind: 'Postgres', how: 'is away', fail: () => proxy.cut(), mend: () => proxy.restore() },
    { kind: 'Redis', how: 'stands still', fail: () => redis?.freeze(true), mend: () => redis?.freeze(false) },
    {
      kind: 'Redis',
      how: 'is killed, and starts empty',
      fail: () => redis?.kill(),
      mend: () => redis?.restart(),
    },
  ];
  test.for(faults)(
    'in $kind $how, each node decides alone, and then the store again',
    async ({ kind, fail, mend }, { skip }) => {
      skip(kind === 'Redis' && !hasRedis, 'redis-server is not on the PATH');
      const nodes = await startNodes(kind, 1_000);
      await sendAll(nodes, NODES, newAddress());
      await fail();
      const address = newAddress();
      const began = performance.now();
      const { 200: granted = 0 } = await sendAll(nodes, 8 * burst, address);
      const seconds = (performance.now() - began) / 1_000;
      expect(granted).toBeGreaterThanOrEqual(NODES * burst);
      expect(granted).toBeLessThanOrEqual(NODES * (burst + 4 * seconds));
      for (const { limit, messages } of nodes) {
        expect(limit.measure().alone).toBeGreaterThanOrEqual(burst);
        expect(messages).toHaveLength(1);
      }
      await mend();
      const answers = async () => {
        await sendAll(nodes, NODES, newAddress());
        return nodes.every(({ messages }) => messages.at(-1) === 'The shared rate limits answer again');
      };
      await expect.poll(answers, { interval: 100 }).toBe(true);
      const shared = async () => (await sendAll(nodes, 4 * burst, newAddress()))[200];
      await expect.poll(shared).toBeLessThan(2 * burst);
    },
  );
});

describe('while the store is asked', () => {
  test('the body of a request waits', async () => {
    const { node, release, asked } = await startHeldNode();
    const answer = send(node.url, { method: 'POST', path: '/api/x', body: 'a body' });
    await expect.poll(asked).toBe(1);
    release();
    expect((await answer).text).toBe('a body');
  });

  test('an upgrade waits, and the bytes that follow it', async () => {
    const { node, release, asked } = await startHeldNode();
    const socket = net.connect(node.port, '127.0.0.1');
    let text = '';
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part;
    });
    // A masked frame with the text "hi" (RFC 6455, 5.2), with the head and after it.
    const frame = Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69]);
    socket.write(Buffer.concat([Buffer.from(`${UPGRADE.join('\r\n')}\r\n\r\n`), frame]));
    await expect.poll(asked).toBe(1);
    await new Promise((resolve) => socket.write(frame, resolve));
    release();
    await expect.poll(() => text.split('\r\n\r\n')[1]).toBe('\x81\x02hi\x81\x02hi');
    socket.destroy();
  });

  test('clients may go: nothing is done for them, and the node serves on', async () => {
    const { node, release, asked } = await startHeldNode();
    const requesting = http.request(`${node.url}/api/x`, { agent: false }).on('error', () => {});
    requesting.end();
    await expect.poll(asked).toBe(1);
    requesting.destroy();
    await expect.poll(node.closed).toBe(1);
    const upgrading = net.connect(node.port, '127.0.0.1');
    await once(upgrading, 'connect');
    await new Promise((resolve) => upgrading.write(`${UPGRADE.join('\r\n')}\r\n\r\n`, resolve));
    upgrading.resetAndDestroy();
    release();
    expect((await send(node.url, { path: '/api/x' })).status).toBe(200);
    expect(node.bodies).toEqual(['']);
  });
});
