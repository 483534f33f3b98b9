import { setTimeout as pause } from 'node:timers/promises';
import { createBusFaults, type MessageFate } from '@palaver/core/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../src/testing/client.js';
import { isRedisInstalled, type RedisServer, startRedis } from '../../../src/testing/redis-server.js';
import { startTestNodes, type TestNodes } from '../../../src/testing/test-nodes.js';
import type { TestService } from '../../../src/testing/test-service.js';
import { type Listener, listen } from './listener.js';
import { quantile } from './quantile.js';

const AWAY_MS = 10_000;
const EVERY_MS = 20;
const LIMITS = { RATE_PER_MINUTE: '1000000', RATE_BURST: '1000000' };

interface Posted {
  readonly content: string;
  /** When it was acknowledged, on the clock of `performance`. */
  readonly at: number;
}

/** Posts evenly until `isOver`. */
async function post(author: Client, channelId: string, isOver: () => boolean): Promise<Posted[]> {
  const posted: Posted[] = [];
  for (let n = 0; !isOver(); n++) {
    const content = `message ${n}`;
    const { status } = await author.post(`/api/channels/${channelId}/messages`, { content });
    expect(status).toBe(201);
    posted.push({ content, at: performance.now() });
    await pause(EVERY_MS);
  }
  return posted;
}

/** Resolves when all were heard, each once and in the order of the log. Returns how long each took, in milliseconds. */
async function delays(posted: readonly Posted[], { heard }: Listener): Promise<number[]> {
  await expect.poll(() => heard.length, { interval: 5 }).toBeGreaterThanOrEqual(posted.length);
  expect(heard.map(({ content }) => content)).toEqual(posted.map(({ content }) => content));
  const [first] = heard;
  expect(heard.map(({ seq }) => seq)).toEqual(heard.map((_, index) => (first?.seq ?? 0) + index));
  return heard.map(({ at }, index) => Math.max(0, at - (posted[index]?.at ?? at)));
}

function print(what: string, took: readonly number[]): void {
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => quantile(took, share).toFixed(1));
  process.stdout.write(`${what}: ${took.length} posts, p50 ${p50} ms, p99 ${p99} ms, worst ${most} ms\n`);
}

describe.each(['Postgres', 'Redis'] as const)('two nodes with the bus of %s', (kind) => {
  if (kind === 'Redis' && !isRedisInstalled()) return test.skip('redis-server is not on the PATH');
  const faults = createBusFaults();
  let redis: RedisServer | undefined;
  let nodes: TestNodes;
  let a: TestService;
  let b: TestService;
  let alice: Client;

  beforeAll(async () => {
    if (kind === 'Redis') redis = await startRedis();
    const environment = { ...LIMITS, ...(redis && { REDIS_URL: redis.url }) };
    nodes = await startTestNodes(2, environment, { wrapTransport: faults.wrap });
    const [first, second] = nodes.nodes;
    if (!first || !second) throw new Error('There are two nodes');
    [a, b] = [first, second];
    alice = await a.person('alice');
  });
  afterEach(() => faults.restore());
  afterAll(async () => {
    await nodes?.close();
    await redis?.close();
  });

  /** A new channel of a new server, and who is in it: alice posts at one node, and the other listens at the other. */
  async function newChannel(name: string) {
    const bob = await a.person(`${name}${Math.floor(Math.random() * 1e9)}`);
    const { body: server } = await alice.post('/api/servers', { name: 'Acme' });
    const serverId = String(server.data.id);
    const { body: invite } = await alice.post(`/api/servers/${serverId}/invites`, {});
    await bob.post(`/api/invites/${invite.data.code}/accept`, {});
    const { body: channel } = await alice.post(`/api/servers/${serverId}/channels`, { name: 'talk' });
    const channelId = String(channel.data.id);
    return { bob, serverId, channelId, listener: await listen(b.client(bob.token, bob.id), channelId) };
  }

  const after = (ms: number) => {
    const until = performance.now() + ms;
    return () => performance.now() > until;
  };

  test('with 30 % of the messages between them lost, doubled or late no event is missing and none comes twice', async () => {
    const { listener, channelId } = await newChannel('hints');
    const fates: MessageFate[] = ['lost', 'twice', 'late', ...new Array<MessageFate>(7).fill('passed')];
    faults.decide(() => fates[Math.floor(Math.random() * fates.length)] ?? 'passed');
    const took = await delays(await post(alice, channelId, after(8_000)), listener);
    print(`${kind}, 30 % of the messages wrong`, took);
    listener.close();
  });

  test('a bus that is away for ten seconds loses nothing, and is whole again after its return', async () => {
    const { listener, channelId } = await newChannel('away');
    let isOver = false;
    const posting = post(alice, channelId, () => isOver);
    faults.cut();
    await pause(AWAY_MS);
    faults.restore();
    const backAt = performance.now();
    const connected = () => Promise.all([a, b].map((node) => nodes.metric(node, 'palaver_bus_connected')));
    await expect.poll(connected, { interval: 20 }).toEqual([1, 1]);
    const healthyAfter = performance.now() - backAt;
    await pause(1_000);
    isOver = true;
    const posted = await posting;
    const took = await delays(posted, listener);
    print(`${kind}, the bus away for 10 s and whole ${healthyAfter.toFixed(0)} ms after its return`, took);
    listener.close();
  });

  test('who is removed while the message about it is lost hears nothing more once the log was compared', async () => {
    const { bob, serverId, listener, channelId } = await newChannel('removed');
    faults.decide((message) => (message.includes('member.left') ? 'lost' : 'passed'));
    let isOver = false;
    const posting = post(alice, channelId, () => isOver);
    await expect.poll(() => listener.heard.length).toBeGreaterThan(0);
    const { status } = await alice.delete(`/api/servers/${serverId}/members/${bob.id}`);
    const removedAt = performance.now();
    expect(status).toBe(200);
    await expect.poll(() => listener.types).toContain('access.revoked');
    const heard = listener.heard.length;
    // Two comparisons more.
    await pause(2_000);
    isOver = true;
    const posted = await posting;
    expect(listener.heard).toHaveLength(heard);
    expect(heard).toBeLessThan(posted.length);
    const last = Math.max(...listener.heard.map(({ at }) => at - removedAt));
    process.stdout.write(
      `${kind}, a removal that was not heard: the last event ${last.toFixed(0)} ms after it\n`,
    );
    listener.close();
  });
});
