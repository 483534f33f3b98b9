import { connectionUrl, newId } from '@palaver/db';
import {
  createFaultProxy,
  createTestDatabase,
  type FaultProxy,
  type TestDatabase,
} from '@palaver/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../src/testing/client.js';
import { startTestService, type TestService } from '../src/testing/test-service.js';
import { openSocket } from './access/socket.js';

const TOKEN = 'a-token-for-prometheus';
const AUTHORIZATION = { Authorization: `Bearer ${TOKEN}` };

let database: TestDatabase;
let proxy: FaultProxy;
let service: TestService;
let alice: Client;
let channelId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await createFaultProxy(database.connection);
  service = await startTestService({
    DATABASE_URL: connectionUrl(proxy.connection),
    METRICS_TOKEN: TOKEN,
    REQUESTS_PER_ADDRESS: '1000',
  });
  alice = await service.person('alice');
  const { body } = await alice.post('/api/servers', { name: 'Acme' });
  channelId = (await alice.get(`/api/servers/${body.data.id}/channels`)).body.data[0].id;
});
afterAll(async () => {
  await service.close();
  await proxy.close();
  await database.drop();
});

/** The values by series, as they stand in the text: `name{label="value"}`. */
async function scrape(): Promise<Map<string, number>> {
  const { status, text } = await service.client(null).get('/metrics', { headers: AUTHORIZATION });
  expect(status).toBe(200);
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, series = '', value] = /^(.*) (\S+)$/.exec(line) ?? [];
      return [series, Number(value)];
    }),
  );
}

/** How much a series grows while `work` runs. */
async function growth(work: () => Promise<unknown>, ...series: string[]): Promise<number[]> {
  const before = await scrape();
  await work();
  const after = await scrape();
  return series.map((name) => (after.get(name) ?? 0) - (before.get(name) ?? 0));
}

const requests = (operation: string, status: number) =>
  `palaver_requests_total{operation="${operation}",status="${status}"}`;

describe('who may read the metrics', () => {
  test('nobody, where the operator has not set a token', async () => {
    const plain = await startTestService();
    const { status, body } = await plain.client(null).get('/metrics', { headers: AUTHORIZATION });
    await plain.close();
    expect([status, body.code]).toEqual([404, 'ROUTE_NOT_FOUND']);
  });

  test.each([
    ['nobody without a token, from this machine or through a proxy', {}],
    ['not who has another token', { Authorization: 'Bearer another-token-for-prometheus' }],
    ['not who has the beginning of it', { Authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
    ['not who has it under another scheme', { Authorization: `Basic ${TOKEN}` }],
  ])('%s', async (_name, headers) => {
    const { status, text } = await service.client(null).get('/metrics', { headers });
    expect(status).toBe(401);
    expect(text).not.toContain('palaver_');
  });

  test('not a person with a session', async () => {
    expect((await alice.get('/metrics')).status).toBe(401);
  });

  test('who has the token, in the format of Prometheus', async () => {
    const { status, headers, text } = await service.client(null).get('/metrics', { headers: AUTHORIZATION });
    expect([status, headers.get('Content-Type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(text).toMatch(/^# TYPE palaver_request_duration_seconds histogram$/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
    expect(text).not.toContain(TOKEN);
  });
});

describe('requests', () => {
  test('are counted by operation and status, over both APIs', async () => {
    const post = { channelId, content: 'hello' };
    const [posted, refused, listed, seconds] = await growth(
      async () => {
        await alice.post(`/api/channels/${channelId}/messages`, { content: 'hello' });
        await alice.native('messages.send', 'mutation', post);
        await alice.post(`/api/channels/${newId()}/messages`, { content: 'hello' });
        await alice.send('GET', `/trpc/servers.list,users.me?batch=1&input=%7B%7D`);
      },
      requests('messages.send', 201),
      requests('messages.send', 404),
      requests('servers.list', 200),
      'palaver_request_duration_seconds_count{operation="messages.send"}',
    );
    // The native API answers 200 where REST answers 201.
    expect([posted, refused, listed, seconds]).toEqual([1, 1, 1, 3]);
  });

  test('fill the buckets of a histogram, the last of which has all of them', async () => {
    await alice.post(`/api/channels/${channelId}/messages`, { content: 'hello' });
    const values = await scrape();
    const name = 'palaver_request_duration_seconds';
    const buckets = [...values].filter(([series]) =>
      series.startsWith(`${name}_bucket{operation="messages.send"`),
    );
    const counts = buckets.map(([, count]) => count);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts).toHaveLength(14);
    expect(counts.at(-1)).toBe(values.get(`${name}_count{operation="messages.send"}`));
    expect(values.get(`${name}_sum{operation="messages.send"}`)).toBeGreaterThan(0);
  });

  test('that the limiter refuses are counted by limiter', async () => {
    const [auth, answered] = await growth(
      async () => {
        const headers = { 'X-Forwarded-For': '203.0.113.9' };
        for (let attempt = 0; attempt < 8; attempt++) {
          await alice.send('POST', '/api/auth/logout', {}, { headers: { ...headers, Authorization: '' } });
        }
      },
      'palaver_requests_refused_total{limiter="auth"}',
      requests('auth.logout', 429),
    );
    expect([auth, answered]).toEqual([3, 3]);
  });
});

test('hostile paths, methods, ids and procedures make no series of their own', async () => {
  const visit = async (round: string) => {
    const paths = [
      `/${round}`,
      `/api/${round}`,
      `/api/channels/${round}/messages`,
      `/api/channels/${newId()}/messages`,
      `/api/invites/${round}"} 1`,
      `/api/messages/${encodeURIComponent(`"\n{${round}}`)}`,
      `/trpc/${round}`,
      `/trpc/${round},messages.send,__proto__,constructor?batch=1`,
      `/trpc/${Array.from({ length: 500 }, (_, index) => `${round}${index}`).join(',')}?batch=1`,
      `/metrics/${round}`,
      `//${round}/%2e%2e/health`,
    ];
    const methods = ['GET', 'POST', 'DELETE', 'PROPFIND', 'OPTIONS', 'HEAD'];
    for (const path of paths) {
      for (const method of methods) await alice.send(method, path);
    }
  };
  await visit('first');
  const before = await scrape();
  for (const round of ['second', 'third-<script>', 'fourth\u00e9']) await visit(encodeURI(round));
  const after = await scrape();
  // The process may get further states of its own meanwhile.
  const own = (values: Map<string, number>) =>
    [...values.keys()].filter((series) => series.startsWith('palaver_')).sort();
  expect(own(after)).toEqual(own(before));
  expect(after.get(requests('unmatched', 404))).toBeGreaterThan(before.get(requests('unmatched', 404)) ?? 0);
});

test('sockets, events and deliveries, live and replayed', async () => {
  const series = [
    'palaver_events_total',
    'palaver_deliveries_total{source="live"}',
    'palaver_deliveries_total{source="replayed"}',
    'palaver_event_streams_ended_total{reason="closed"}',
  ];
  const post = () => alice.post(`/api/channels/${channelId}/messages`, { content: 'hello' });
  const [events, live, replayed, closed] = await growth(
    async () => {
      const seq = await currentSeq();
      await post();
      const socket = await openSocket(alice);
      await socket.until('ready');
      socket.send('subscribe', { channelIds: [channelId], since: { [channelId]: seq } });
      await socket.until('message.created');
      await post();
      await expect.poll(async () => (await scrape()).get(series[1] ?? '')).toBeGreaterThan(0);
      const open = await scrape();
      expect([open.get('palaver_sockets'), open.get('palaver_event_streams')]).toEqual([1, 1]);
      expect([open.get('palaver_followed_streams'), open.get('palaver_log_lag_events')]).toEqual([2, 0]);
      expect(open.get('palaver_log_lag_seconds')).toBeLessThan(60);
      socket.close();
      await expect.poll(async () => (await scrape()).get('palaver_sockets')).toBe(0);
    },
    ...series,
  );
  expect([events, replayed, closed]).toEqual([2, 1, 1]);
  // The frames `ready` and `subscribed`, and the second message.
  expect(live).toBe(3);
});

async function currentSeq(): Promise<number> {
  const { headers } = await alice.get(`/api/channels/${channelId}/messages`);
  return Number(/=(\d+)/.exec(headers.get('Stream-Seq') ?? '')?.[1]);
}

const readyStatus = async () => (await service.client(null).get('/ready')).status;

test('while the database is away a scrape answers, and says so', async () => {
  proxy.cut();
  try {
    // The last result is kept for a second.
    await expect.poll(readyStatus).toBe(503);
    const ready = await service.client(null).get('/ready');
    const values = await scrape();
    expect(ready.body).toEqual({ error: 'The database does not answer.', code: 'NOT_READY' });
    expect((await service.client(null).get('/health')).status).toBe(200);
    expect(values.get('palaver_ready{check="database"}')).toBe(0);
    expect(values.get('palaver_ready{check="disk"}')).toBe(1);
    expect(values.get('palaver_disk_free_bytes')).toBeGreaterThan(0);
  } finally {
    proxy.restore();
  }
  await expect.poll(readyStatus).toBe(200);
  expect((await scrape()).get('palaver_ready{check="database"}')).toBe(1);
});

test('the pool and the queues', async () => {
  await alice.post(`/api/channels/${channelId}/messages`, { content: 'hello' });
  const values = await scrape();
  expect(values.get('palaver_database_connections_max')).toBe(20);
  expect(values.get('palaver_queue_depth{queue="queries"}')).toBe(0);
  expect(values.get('palaver_queue_depth{queue="posts"}')).toBe(0);
  expect(values.get('palaver_post_batches_total')).toBeGreaterThan(0);
  expect(values.has('palaver_postgres_restarts_total')).toBe(false);
});
