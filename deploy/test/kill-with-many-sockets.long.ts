import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cluster, startCluster } from '../nodes/cluster.mjs';
import { type Channel, openChannel } from './nodes/people.js';
import { follow, quantile, type Reader } from './nodes/reader.js';

const TOP = fileURLToPath(new URL('../..', import.meta.url));
const SOCKETS = 1_000;
/** As many subscribe at a time. */
const OPENING = 50;
/** Messages before the kill, and after it. */
const BEFORE = 10;
const AFTER = 20;
const EVERY_MS = 100;
const installed = spawnSync('haproxy', ['-v']).error === undefined;
const folder = mkdtempSync(join(tmpdir(), 'palaver-many-'));
/** All sockets are of one person at one address. */
const MANY = {
  RATE_PER_MINUTE: '1000000',
  RATE_BURST: '1000000',
  QUOTA_SOCKETS: '10000',
  REQUESTS_PER_ADDRESS: '10000',
  DISK_FREE_GB: '0',
};

let cluster: Cluster;
let channel: Channel;

beforeAll(async () => {
  if (!installed) return;
  await promisify(execFile)(process.execPath, [join(TOP, '.ci/bundle-service.mjs')]);
  cluster = await startCluster({ folder, env: MANY });
  channel = await openChannel(cluster.url);
});
afterAll(async () => {
  channel?.close();
  // A drain is not needed any more.
  for (const node of cluster?.nodes ?? []) node.kill('SIGKILL');
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens sockets through the proxy, some at a time. */
async function followMany(): Promise<Reader[]> {
  const readers: Reader[] = [];
  while (readers.length < SOCKETS) {
    const more = Math.min(OPENING, SOCKETS - readers.length);
    const opened = Array.from({ length: more }, () => follow(channel.client(cluster.url), channel.id));
    readers.push(...(await Promise.all(opened)));
  }
  return readers;
}

/** Whether HAProxy sends requests to the second node again, after a stop of it. */
function isUsed(): boolean {
  const states = readFileSync(join(folder, 'haproxy.log'), 'utf8').matchAll(/node-2 is (UP|DOWN)/g);
  return [...states].at(-1)?.[1] === 'UP';
}

/** Posts at an even rate, and returns what was acknowledged. */
async function post(count: number, name: string): Promise<string[]> {
  const { api } = channel.client(cluster.url);
  const posted: string[] = [];
  for (let n = 0; n < count; n++) {
    const content = `${name} ${n}`;
    await api.messages.send.mutate({ channelId: channel.id, content });
    posted.push(content);
    await setTimeout(EVERY_MS);
  }
  return posted;
}

test.skipIf(!installed)(
  'all 1,000 sockets of a node that is killed come back and miss nothing (skipped where haproxy is not on the PATH)',
  async () => {
    const [first, second] = cluster.nodes;
    // All sockets are to be at the first.
    await second?.stop();
    const readers = await followMany();
    const before = await post(BEFORE, 'before');
    await second?.start();
    // Until then it would answer every client with 503, and all would wait longer from try to try.
    await expect.poll(isUsed).toBe(true);

    const killedAt = performance.now();
    first?.kill('SIGKILL');
    const after = post(AFTER, 'after');
    const caughtUp = readers.map(async ({ caughtUp }) => {
      await caughtUp(BEFORE + AFTER);
      return performance.now() - killedAt;
    });
    const posted = [...before, ...(await after)];
    const wrote = performance.now() - killedAt;
    const times = await Promise.all(caughtUp);

    const gaps = readers.flatMap((reader) => reader.gaps);
    process.stdout.write(
      `kill -9 with ${SOCKETS} sockets: away for p50 ${quantile(gaps, 0.5)} ms, p99 ${quantile(gaps, 0.99)} ms; all caught up ` +
        `after ${quantile(times, 1)} ms, the last post of ${AFTER} after ${Math.round(wrote)} ms\n`,
    );
    // Some may come back twice.
    expect(gaps.length).toBeGreaterThanOrEqual(SOCKETS);
    for (const { received } of readers) expect(received).toEqual(posted);
  },
);
