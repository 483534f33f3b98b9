import { createdId } from '@palaver/core/testing';
import { createTestDatabase } from '@palaver/db/testing';
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { accept, type Received, startReceiver } from '../src/outgoing/receiver.fixture.js';
import { freePort } from '../src/testing/listen.js';
import { callersOf, TRUST_THE_TEST } from '../src/testing/test-service.js';
import { build, killLeftovers, start } from './process/child.js';
import { temporaryFolders } from './process/folders.js';
import { startWriters, type Writers } from './process/writers.js';

const KILLS = 2;
const CHANNELS = 2;
/** Calls of a round that the receiver has answered when the service is killed, and that it has not. */
const ANSWERED_MIN = 20;
const HELD = 2;

const folders = temporaryFolders();

beforeAll(build);
afterEach(async () => {
  await killLeftovers(folders.paths);
  await folders.remove();
});

/** Groups calls, each group in the order in which they came. */
function grouped(calls: readonly Received[], keyOf: (call: Received) => string): Map<string, Received[]> {
  const groups = new Map<string, Received[]>();
  for (const call of calls) groups.set(keyOf(call), [...(groups.get(keyOf(call)) ?? []), call]);
  return groups;
}

/** Those of each channel in the order of its messages. */
function expectInOrder(calls: readonly Received[]): void {
  for (const ofChannel of grouped(calls, ({ data }) => data.channelId).values()) {
    const order = ofChannel.map(({ data }) => data.seq);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  }
}

test('what is posted around kills -9 of the service is delivered, in order, and repeated under its id', async () => {
  const receiver = await startReceiver();
  const database = await createTestDatabase();
  const writers: Writers[] = [];
  const posted: string[] = [];
  onTestFinished(async () => {
    await killLeftovers(folders.paths);
    await Promise.allSettled(writers.map((some) => some.stop()));
    await receiver.stop();
    await database.drop();
  });
  const port = await freePort();
  const environment = {
    PORT: String(port),
    DATA_DIR: await folders.make(),
    DATABASE_URL: database.url,
    WEBHOOK_PRIVATE_NETWORKS: '127.0.0.0/8',
    // With thirty times as long, a call that is held would outlast the lease of its lane.
    NODE_OPTIONS: '',
    ...TRUST_THE_TEST,
  };
  let child = start(environment);
  const callers = await callersOf(await child.url());
  const alice = await callers.person('alice');
  const serverId = await createdId(alice, '/api/servers', { name: 'Acme' });
  await alice.post(`/api/servers/${serverId}/webhooks/outgoing`, {
    url: `${receiver.url}/hook`,
    eventTypes: ['message.created'],
  });

  const held = new Set<string>();
  /** How many calls had come at each start of the service. */
  const starts = [0];
  for (let kill = 0; kill < KILLS; kill++) {
    const before = receiver.received.length;
    // The lanes of a killed node wait for the end of its leases, so each round has channels of its own.
    for (let n = 0; n < CHANNELS; n++) {
      const name = `round-${kill}-${n}`;
      const channelId = await createdId(alice, `/api/servers/${serverId}/channels`, { name });
      writers.push(startWriters(2, channelId, () => alice));
    }
    await receiver.until('/hook', before + ANSWERED_MIN + Math.floor(Math.random() * ANSWERED_MIN));
    const isHeld = new Promise<void>((resolve) => {
      let count = 0;
      receiver.behave(({ id }) => {
        held.add(id);
        if (++count === HELD) resolve();
      });
    });
    await isHeld;
    child.kill('SIGKILL');
    await child.exited;
    receiver.behave(accept);
    starts.push(receiver.received.length);
    child = start(environment);
    await child.url();
    for (const some of writers.splice(0)) {
      await some.stop();
      posted.push(...some.posted);
    }
  }
  const unheard = () => {
    const heard = new Set(receiver.received.map(({ data }) => data.content));
    return posted.filter((content) => !heard.has(content));
  };
  await expect.poll(unheard).toEqual([]);
  const repeated = () =>
    [...held].filter((id) => receiver.received.filter((call) => call.id === id).length < 2);
  await expect.poll(repeated).toEqual([]);

  for (const calls of grouped(receiver.received, ({ data }) => data.content).values())
    expect(new Set(calls.map(({ id }) => id)).size).toBe(1);
  // A start repeats what had not been noted, and goes on from there.
  const heard = new Set<string>();
  const firsts = receiver.received.filter(({ id }) => !heard.has(id) && heard.add(id));
  expectInOrder(firsts);
  for (const [n, from] of starts.entries()) expectInOrder(receiver.received.slice(from, starts[n + 1]));
  child.kill('SIGTERM');
  expect((await child.exited).code).toBe(0);
});
