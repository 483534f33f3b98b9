import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, startCluster } from '../nodes/cluster.mjs';
import { type Channel, openChannel } from './nodes/people.js';
import { follow, quantile, type Reader } from './nodes/reader.js';
import { type Writers, write } from './nodes/writer.js';

const TOP = fileURLToPath(new URL('../..', import.meta.url));
const METRICS_TOKEN = 'a-token-of-the-tests';
const READERS = 30;
const WRITERS = 2;
const installed = ['haproxy', 'openssl'].every((tool) => spawnSync(tool, ['-v']).error === undefined);
const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'palaver-nodes-'));
  folders.push(folder);
  return folder;
};

let cluster: Cluster;
let channel: Channel;
let readers: readonly Reader[];

beforeAll(async () => {
  if (!installed) return;
  await promisify(execFile)(process.execPath, [join(TOP, '.ci/bundle-service.mjs')]);
  const many = { RATE_PER_MINUTE: '1000000', RATE_BURST: '1000000', QUOTA_SOCKETS: '1000' };
  cluster = await startCluster({ folder: newFolder(), env: { ...many, METRICS_TOKEN, DISK_FREE_GB: '0' } });
  channel = await openChannel(cluster.url);
  readers = await Promise.all(
    Array.from({ length: READERS }, () => follow(channel.client(cluster.url), channel.id)),
  );
});
afterAll(async () => {
  channel?.close();
  // A drain is not needed any more.
  for (const node of cluster?.nodes ?? []) node.kill('SIGKILL');
  await cluster?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Posts at full speed through the proxy while `fault` happens. Every reader must hear each post once, in one order. */
async function whileWriting(name: string, fault: (writers: Writers) => Promise<void>): Promise<number[]> {
  const before = readers.map(({ gaps, received }) => ({ gaps: gaps.length, received: received.length }));
  const clients = Array.from({ length: WRITERS }, () => channel.client(cluster.url));
  const writers = write(name, clients, channel.id);
  await fault(writers);
  await writers.stop();
  expect(writers.failures).toEqual([]);
  const heardBy = () => readers.map(({ received }, n) => received.slice(before[n]?.received));
  await expect.poll(() => heardBy().every((heard) => heard.length >= writers.posted.length)).toBe(true);
  const heard = heardBy();
  expect(heard[0]?.toSorted()).toEqual(writers.posted.toSorted());
  for (const other of heard) expect(other).toEqual(heard[0]);
  expect(readers.filter((reader) => !reader.isLive())).toEqual([]);
  const gaps = readers.flatMap((reader, n) => reader.gaps.slice(before[n]?.gaps));
  process.stdout.write(
    `${name}: ${writers.posted.length} posts, ${gaps.length} sockets away for p50 ${quantile(gaps, 0.5)} ms, ` +
      `p99 ${quantile(gaps, 0.99)} ms\n`,
  );
  return gaps;
}

const allAreBack = (gaps: number) =>
  expect
    .poll(
      () =>
        readers.every((reader) => reader.isLive()) &&
        readers.reduce((sum, reader) => sum + reader.gaps.length, 0) >= gaps,
    )
    .toBe(true);
const gapsSoFar = () => readers.reduce((sum, { gaps }) => sum + gaps.length, 0);

async function socketsOf(url: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  return Number(/^palaver_sockets (\d+)$/m.exec(await answer.text())?.[1]);
}

describe.skipIf(!installed)('two nodes (skipped where haproxy or openssl is not on the PATH)', () => {
  test('both nodes have sockets, and a post at one node is heard at both', async () => {
    const sockets = await Promise.all(cluster.nodes.map(({ url }) => socketsOf(url)));
    expect(sockets[0]).toBeGreaterThan(0);
    expect(sockets[1]).toBeGreaterThan(0);
    for (const [n, { url }] of cluster.nodes.entries()) {
      const content = `at node ${n}`;
      await channel.client(url).api.messages.send.mutate({ channelId: channel.id, content });
      await expect.poll(() => readers.every(({ received }) => received.at(-1) === content)).toBe(true);
    }
  });

  test('the metrics are not shown, and a client cannot choose its address', async () => {
    for (const path of ['/metrics', '/metrics/', '/METRICS', '/metrics?x']) {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
      expect((await fetch(cluster.url + path, { headers })).status).toBe(404);
    }
    const statuses: number[] = [];
    // More than the five of one address at each node: a node whose store of buckets is late goes by its own count.
    for (let n = 0; n < 11; n++) {
      const headers = { 'x-forwarded-for': `203.0.113.${n}`, 'content-type': 'application/json' };
      const answer = await fetch(`${cluster.url}/api/auth/login`, { method: 'POST', body: '{}', headers });
      statuses.push(answer.status);
    }
    expect(statuses).toContain(429);
  });

  test('a rolling restart of both nodes fails no post and loses or doubles no event', async () => {
    const gaps = await whileWriting('rolling restart', async () => {
      for (const node of cluster.nodes) {
        await node.stop();
        await node.start();
      }
    });
    // Each socket was handed over at least once.
    expect(gaps.length).toBeGreaterThanOrEqual(READERS);
  });

  test('the sockets of a node that is killed come back at the other', async () => {
    const [first, second] = cluster.nodes;
    // The second one has just been started again, and has none.
    expect(await socketsOf(first?.url ?? '')).toBe(READERS);
    await whileWriting('kill -9', async () => {
      const gaps = gapsSoFar();
      first?.kill('SIGKILL');
      await allAreBack(gaps + READERS);
    });
    expect(await socketsOf(second?.url ?? '')).toBe(READERS);
    await first?.start();
  });

  test('the sockets of a node that is frozen are cut and come back at the other', async () => {
    const [first, second] = cluster.nodes;
    await whileWriting('frozen node', async () => {
      const gaps = gapsSoFar();
      second?.kill('SIGSTOP');
      const frozenAt = performance.now();
      await allAreBack(gaps + READERS);
      process.stdout.write(`frozen node: all back after ${Math.round(performance.now() - frozenAt)} ms\n`);
      second?.kill('SIGCONT');
    });
    expect(await socketsOf(first?.url ?? '')).toBe(READERS);
  });

  test('the configuration with TLS is valid', () => {
    const folder = newFolder();
    const certificate = [
      '-x509',
      '-newkey',
      'ed25519',
      '-nodes',
      '-subj',
      '/CN=localhost',
      '-out',
      'palaver.pem',
    ];
    spawnSync('openssl', ['req', ...certificate, '-keyout', 'palaver.pem.key'], { cwd: folder });
    const env = { CERTIFICATE: join(folder, 'palaver.pem'), NODE_1: '127.0.0.1:1', NODE_2: '127.0.0.1:2' };
    const { status, stdout } = spawnSync('haproxy', ['-c', '-f', join(TOP, 'deploy/nodes/haproxy.cfg')], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, 'Configuration file is valid\n']);
  });
});
