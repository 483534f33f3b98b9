import { createdId } from '@palaver/core/testing';
import { expect, onTestFinished, test } from 'vitest';
import type { Client } from '../src/testing/client.js';
import { isRedisInstalled, startRedis } from '../src/testing/redis-server.js';
import { send } from '../src/testing/send.js';
import { startTestNodes, type TestNodes } from '../src/testing/test-nodes.js';

const NODES = 4;
const BURST = 60;

let addresses = 0;

/** One address sends at all nodes in turn. */
async function sendInTurn(running: TestNodes, count: number) {
  const address = `10.9.8.${++addresses}`;
  const before = await decidedAlone(running);
  const began = performance.now();
  let granted = 0;
  for (let n = 0; n < count; n++) {
    const url = running.nodes[n % NODES]?.url ?? '';
    const { status } = await send(url, { path: '/api/nothing', headers: { 'x-forwarded-for': address } });
    if (status !== 429) granted++;
  }
  const refilled = Math.floor(((performance.now() - began) / 1_000) * 4);
  return { granted, refilled, alone: (await decidedAlone(running)) - before };
}

async function decidedAlone({ nodes, metric }: TestNodes): Promise<number> {
  const counts = nodes.map((node) => metric(node, 'palaver_rate_limited_alone_total'));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

test.for(['Postgres', 'Redis'])(
  'four nodes let one address send 60 requests between them (%s)',
  async (kind, { skip }) => {
    let environment = {};
    if (kind === 'Redis') {
      skip(!isRedisInstalled(), 'redis-server is not on the PATH');
      const redis = await startRedis();
      onTestFinished(redis.close);
      environment = { REDIS_URL: redis.url };
    }
    const running = await startTestNodes(NODES, environment);
    onTestFinished(running.close);
    const { granted, refilled, alone } = await sendInTurn(running, 3 * BURST);
    // On a busy machine the store may be late, and then a node decides alone.
    expect(granted).toBeGreaterThanOrEqual(BURST - alone);
    expect(granted).toBeLessThanOrEqual(BURST + refilled + alone);
  },
);

const BURST_OF_WEBHOOK = 30;

/** Somebody posts by one webhook, at all nodes at once. */
async function postByWebhook({ nodes }: TestNodes, owner: Client, channelId: string) {
  const { body } = await owner.post(`/api/channels/${channelId}/webhooks`, { name: 'Builds' });
  const path = new URL(body.data.url).pathname;
  const began = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 2 * BURST_OF_WEBHOOK }, (_, n) =>
      nodes[n % nodes.length]?.client(null).post(path, { text: `build ${n}` }),
    ),
  );
  const refilled = Math.ceil((performance.now() - began) / 1_000);
  return { granted: answers.filter((answer) => answer?.status === 200).length, refilled };
}

test('two nodes let one webhook post 30 messages between them', async () => {
  const running = await startTestNodes(2);
  onTestFinished(running.close);
  const owner = await running.nodes[0]?.person('owner');
  if (!owner) throw new Error('there are two nodes');
  const serverId = await createdId(owner, '/api/servers', { name: 'Acme' });
  const channelId = await createdId(owner, `/api/servers/${serverId}/channels`, { name: 'builds' });
  // On a busy machine the store may be late, and then each node goes by its own count.
  const beyond = async () => {
    const { granted, refilled } = await postByWebhook(running, owner, channelId);
    expect(granted).toBeGreaterThanOrEqual(BURST_OF_WEBHOOK);
    return granted - BURST_OF_WEBHOOK - refilled;
  };
  await expect.poll(beyond).toBeLessThanOrEqual(0);
});
