import { connect } from '@palaver/db';
import { PATIENT } from '@palaver/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../src/testing/client.js';
import { startTestNodes, type TestNodes } from '../../../src/testing/test-nodes.js';
import { quantile } from './quantile.js';

const CHANNELS = 10;
/** At each node. */
const WRITERS = 4;
/** Of each writer to the other channels, while one is held. */
const POSTS = 100;

let nodes: TestNodes;
let channelIds: string[];
let writers: Client[];

beforeAll(async () => {
  nodes = await startTestNodes(2, { RATE_PER_MINUTE: '1000000', RATE_BURST: '1000000' });
  const alice = await nodes.nodes[0]?.person('alice');
  if (!alice) throw new Error('there are two nodes');
  const { body: server } = await alice.post('/api/servers', { name: 'Acme' });
  channelIds = [];
  for (let n = 0; n <= CHANNELS; n++) {
    const { body } = await alice.post(`/api/servers/${server.data.id}/channels`, { name: `channel-${n}` });
    channelIds.push(String(body.data.id));
  }
  writers = Array.from({ length: WRITERS }, () =>
    nodes.nodes.map((node) => node.client(alice.token, alice.id)),
  ).flat();
});
afterAll(() => nodes?.close());

interface Answers {
  readonly statuses: number[];
  readonly took: number[];
}

/** Each writer posts to these channels in turn. */
async function write(ids: readonly string[], posts: number): Promise<Answers> {
  const answers: Answers = { statuses: [], took: [] };
  const writing = writers.map(async (writer, index) => {
    for (let n = index; n < index + posts; n++) {
      const began = performance.now();
      const path = `/api/channels/${ids[n % ids.length]}/messages`;
      const { status } = await writer.post(path, { content: 'hello' });
      answers.took.push(performance.now() - began);
      answers.statuses.push(status);
    }
  });
  await Promise.all(writing);
  return answers;
}

/** The 99th percentile of posts to these channels, which are all answered with 201. */
async function p99Of(ids: readonly string[]): Promise<number> {
  const { statuses, took } = await write(ids, POSTS);
  expect(new Set(statuses)).toEqual(new Set([201]));
  return quantile(took, 0.99);
}

test('while somebody holds the log of a channel, posts to the others are answered, at two nodes', async () => {
  const [held = '', ...others] = channelIds;
  const sql = connect({ url: nodes.nodes[0]?.databaseUrl ?? '' }, { max: 1, ...PATIENT });
  // The first posts find nothing known.
  await p99Of(others);
  const before = await p99Of(others);
  let answered = 0;
  const { during, late } = await sql.begin(async (tx) => {
    await tx`select 1 from stream_heads where id = ${held} for no key update`;
    const late = write([held], 1);
    void late.then(() => answered++);
    const during = await p99Of(others);
    expect(answered).toBe(0);
    return { during, late: [late] };
  });
  expect((await Promise.all(late)).flatMap(({ statuses }) => statuses)).toEqual(writers.map(() => 201));
  await sql.end();
  process.stdout.write(
    `a channel held: p99 of the others ${during.toFixed(1)} ms, before ${before.toFixed(1)} ms\n`,
  );
});
