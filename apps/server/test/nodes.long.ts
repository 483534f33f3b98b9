import { createBusFaults } from '@palaver/core/testing';
import { createTestDatabase } from '@palaver/db/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../src/testing/client.js';
import { isRedisInstalled, type RedisServer, startRedis } from '../src/testing/redis-server.js';
import { startTestNodes, type TestNodes } from '../src/testing/test-nodes.js';
import { startTestServiceOn, type TestService } from '../src/testing/test-service.js';
import { openSocket, type Socket } from './access/socket.js';

const installed = isRedisInstalled();

/** The same person at another node. */
const at = (node: TestService, { token, id }: Client) => node.client(token, id);

/** A person with a channel. */
async function personWithChannel(node: TestService, name: string) {
  const person = await node.person(name);
  const { body: server } = await person.post('/api/servers', { name: 'Acme' });
  const { body: channel } = await person.post(`/api/servers/${server.data.id}/channels`, { name: 'talk' });
  const channelId = String(channel.data.id);
  const post = async (content: string) => {
    const { status } = await person.post(`/api/channels/${channelId}/messages`, { content });
    expect(status).toBe(201);
  };
  return { person, post, channelId };
}

async function subscribed(client: Client, channelId: string): Promise<Socket> {
  const socket = await openSocket(client);
  socket.send('subscribe', { channelIds: [channelId] });
  await socket.until('subscribed');
  return socket;
}

describe.each([
  ['Postgres', false],
  ['Redis', true],
])('two nodes that tell each other by %s', (_bus, withRedis) => {
  const faults = createBusFaults();
  let redis: RedisServer | undefined;
  let nodes: TestNodes;
  let a: TestService;
  let b: TestService;

  beforeAll(async () => {
    if (withRedis && !installed) return;
    if (withRedis) redis = await startRedis();
    const environment: Record<string, string> = redis ? { REDIS_URL: redis.url } : {};
    nodes = await startTestNodes(2, environment, { wrapTransport: faults.wrap });
    const [first, second] = nodes.nodes;
    if (!first || !second) throw new Error('There are two nodes');
    [a, b] = [first, second];
  });
  afterEach(() => faults.restore());
  afterAll(async () => {
    await nodes?.close();
    await redis?.close();
  });

  test.skipIf(withRedis && !installed)(
    'what is posted at one reaches a socket at the other by the bus',
    async () => {
      const { person, post, channelId } = await personWithChannel(a, 'alice');
      const socket = await subscribed(at(b, person), channelId);
      const received = await nodes.metric(b, 'palaver_bus_messages_total{direction="received"}');
      const gaps = await nodes.metric(b, 'palaver_bus_gaps_total');
      await post('hello');
      expect((await socket.until('message.created')).data.content).toBe('hello');
      expect(await nodes.metric(b, 'palaver_bus_messages_total{direction="received"}')).toBeGreaterThan(
        received,
      );
      expect(await nodes.metric(b, 'palaver_bus_gaps_total')).toBe(gaps);
      socket.close();
    },
  );

  test.skipIf(withRedis && !installed)('a logout at one closes the sockets at the other', async () => {
    const { person, channelId } = await personWithChannel(a, 'bob');
    const socket = await subscribed(at(b, person), channelId);
    await person.post('/api/auth/logout', {});
    await socket.closed;
    expect((await at(b, person).get('/api/users/me')).status).toBe(401);
  });

  test.skipIf(withRedis && !installed)(
    'while the bus is cut, what is posted arrives all the same',
    async () => {
      const { person, post, channelId } = await personWithChannel(a, 'carol');
      const socket = await subscribed(at(b, person), channelId);
      faults.cut();
      await post('by the log');
      expect((await socket.until('message.created')).data.content).toBe('by the log');
      socket.close();
    },
  );
});

test('a node without PUBLIC_URL says once, when it sees a second one, that it is required', async () => {
  const database = await createTestDatabase();
  const lines: string[] = [];
  const said = () => lines.filter((line) => line.includes('PUBLIC_URL is required'));
  const a = await startTestServiceOn(database, {}, { onLogLine: (line) => lines.push(line) });
  expect(said()).toEqual([]);
  const PUBLIC_URL = 'https://chat.example.com';
  const b = await startTestServiceOn(database, { PUBLIC_URL }, { onLogLine: (line) => lines.push(line) });
  await expect.poll(said).toHaveLength(1);
  await b.close();
  const c = await startTestServiceOn(database, { PUBLIC_URL });
  await Promise.all([a.close(), c.close()]);
  expect(said()).toHaveLength(1);
  expect(JSON.parse(said()[0] ?? '')).toMatchObject({ level: 50 });
  await database.drop();
});

test.skipIf(!installed)(
  'without Redis a service starts and says so; the bus is connected when Redis comes',
  async () => {
    const redis = await startRedis();
    await redis.kill();
    const lines: string[] = [];
    const nodes = await startTestNodes(
      2,
      { REDIS_URL: redis.url },
      { onLogLine: (line) => lines.push(line), isBusAway: true },
    );
    const [a, b] = nodes.nodes;
    if (!a || !b) throw new Error('There are two nodes');
    const { person, post, channelId } = await personWithChannel(a, 'dave');
    const socket = await subscribed(at(b, person), channelId);
    await post('by the log');
    await socket.until('message.created');
    expect(lines.filter((line) => line.includes('The bus cannot be reached'))).toHaveLength(2);

    await redis.restart();
    await expect.poll(() => nodes.metric(b, 'palaver_bus_connected')).toBe(1);
    // Frozen, it takes connections and answers nothing.
    redis.freeze(true);
    await expect.poll(() => nodes.metric(b, 'palaver_bus_connected')).toBe(0);
    redis.freeze(false);
    await expect.poll(() => nodes.metric(b, 'palaver_bus_connected')).toBe(1);
    socket.close();
    await nodes.close();
    await redis.close();
  },
);
