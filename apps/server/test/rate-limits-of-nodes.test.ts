import { expect, onTestFinished, test } from 'vitest';
import { isRedisInstalled, startRedis } from '../src/testing/redis-server.js';
import { send } from '../src/testing/send.js';
import type { Client } from '../src/testing/client.js';
import { startTestNodes, type TestNodes } from '../src/testing/test-nodes.js';
import { createdId } from './access/fixture.js';

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
    // On a busy machine the store may be late, and then the nodes decide alone: that run says nothing.
    let outcome = await sendInTurn(running, 3 * BURST);
    for (let more = 4; outcome.alone > 0 && more > 0; more--) outcome = await sendInTurn(running, 3 * BURST);
    const { granted, refilled, alone } = outcome;
    expect(alone).toBe(0);
    expect(granted).toBeGreaterThanOrEqual(BURST);
    expect(granted).toBeLessThanOrEqual(BURST + refilled);
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
  let outcome = await postByWebhook(running, owner, channelId);
  // On a busy machine the store may be late, and then each node goes by its own count.
  for (let more = 4; outcome.granted > BURST_OF_WEBHOOK + outcome.refilled && more > 0; more--)
    outcome = await postByWebhook(running, owner, channelId);
  expect(outcome.granted).toBeGreaterThanOrEqual(BURST_OF_WEBHOOK);
  expect(outcome.granted).toBeLessThanOrEqual(BURST_OF_WEBHOOK + outcome.refilled);
});
