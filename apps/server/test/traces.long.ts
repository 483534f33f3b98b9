import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '@palaver/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../src/testing/client.js';
import { close, listen } from '../src/testing/listen.js';
import { startTestService, type TestService } from '../src/testing/test-service.js';
import { openSocket } from './access/socket.js';
import { build, start } from './process/child.js';

/** The part of OTLP's JSON that is read here. */
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: Record<string, unknown> }>;
  readonly status: { readonly code?: number };
}

interface Export {
  readonly resourceSpans: ReadonlyArray<{
    readonly scopeSpans: ReadonlyArray<{ readonly spans: readonly Span[] }>;
  }>;
}

/** What no span may hold. */
const CANARY = 'canary';
const TRUSTED_PARENT = '00-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-bbbbbbbbbbbbbbbb-01';

const bodies: Export[] = [];
let collector: Server;
let endpoint: string;
let alice: Client;
let spans: Span[];

beforeAll(async () => {
  collector = createServer(async (req, res) => {
    // What the exporter sends is what this test is about.
    if (req.url === '/v1/traces') bodies.push((await json(req)) as Export);
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  endpoint = `http://127.0.0.1:${await listen(collector)}`;
  const service = await startTestService({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
  await use(service);
  // What waits is sent when the service stops.
  await service.close();
  spans = bodies.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
});
afterAll(() => close(collector));

/** A post and an edit with a subscriber, posts at the same time, a refusal, and what has no span. */
async function use(service: TestService): Promise<void> {
  alice = await service.person(`${CANARY}-alice`);
  const server = (await alice.post('/api/servers', { name: `${CANARY} server` })).body.data;
  const [channel] = (await alice.get(`/api/servers/${server.id}/channels`)).body.data;
  const socket = await openSocket(alice);
  await socket.until('ready');
  socket.send('subscribe', { channelIds: [channel.id] });
  await socket.until('subscribed');
  const path = `/api/channels/${channel.id}/messages`;
  const { body } = await alice.post(
    path,
    { content: `${CANARY} content` },
    { headers: { traceparent: TRUSTED_PARENT } },
  );
  await socket.until('message.created');
  await alice.patch(`/api/messages/${body.data.id}`, { content: `${CANARY} edited` });
  await socket.until('message.updated');
  const posts = Array.from({ length: 5 }, (_, index) =>
    alice.native('messages.send', 'mutation', { channelId: channel.id, content: `${CANARY} ${index}` }),
  );
  await Promise.all(posts);
  await alice.get(`/api/invites/${CANARY}-code?token=${CANARY}`);
  await service.client(null).get('/health');
  await service.client(null).get('/ready');
  socket.close();
}

const attribute = (span: Span | undefined, name: string) => {
  const found = span?.attributes.find(({ key }) => key === name)?.value;
  return found && Object.values(found)[0];
};
const named = (name: string) => spans.filter((span) => span.name === name);
const childrenOf = (parent: Span | undefined) =>
  spans.filter(({ parentSpanId }) => parentSpanId !== undefined && parentSpanId === parent?.spanId);

describe('one trace from the request through the commit to the delivery', () => {
  test('of a post over REST', () => {
    const [request] = named('POST /api/channels/{channelID}/messages');
    const [commit] = childrenOf(request);
    const [delivery] = childrenOf(commit);
    expect([commit?.name, delivery?.name]).toEqual(['commit', 'deliver']);
    expect(new Set([request, commit, delivery].map((span) => span?.traceId)).size).toBe(1);
    expect(attribute(request, 'palaver.operation')).toBe('messages.send');
    expect(Number(attribute(request, 'http.response.status_code'))).toBe(201);
    expect(Number(attribute(delivery, 'palaver.subscriptions'))).toBe(1);
  });

  test('of an edit, which has a transaction of its own', () => {
    const [request] = named('PATCH /api/messages/{messageID}');
    const [commit] = childrenOf(request);
    expect([commit?.name, ...childrenOf(commit).map(({ name }) => name)]).toEqual(['transaction', 'deliver']);
  });

  test('of posts that share commits: each has its own, and its own delivery', () => {
    const requests = named('POST /trpc/messages.send');
    expect(requests).toHaveLength(5);
    expect(new Set(requests.map(({ traceId }) => traceId)).size).toBe(5);
    for (const request of requests) {
      const [commit] = childrenOf(request);
      expect([commit?.name, ...childrenOf(commit).map(({ name }) => name)]).toEqual(['commit', 'deliver']);
    }
    const positions = named('deliver').map((span) => attribute(span, 'palaver.event.seq'));
    expect(new Set(positions).size).toBe(positions.length);
  });
});

test('the traceparent of a trusted proxy is the parent of a request', () => {
  const [request] = named('POST /api/channels/{channelID}/messages');
  expect(TRUSTED_PARENT).toBe(`00-${request?.traceId}-${request?.parentSpanId}-01`);
});

test('that of anybody else is ignored', async () => {
  bodies.length = 0;
  const service = await startTestService({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    TRUSTED_PROXIES: '192.0.2.1/32',
  });
  await fetch(`${service.url}/api/users/me`, { headers: { traceparent: TRUSTED_PARENT } });
  await service.close();
  const text = JSON.stringify(bodies);
  expect(text).toContain('GET /api/users/me');
  expect(text).not.toContain(TRUSTED_PARENT.split('-')[1]);
});

test('no span has content, a name, a token or a path as it was sent, and probes have none', () => {
  const text = JSON.stringify(spans);
  expect(named('GET /api/invites/{code}')).toHaveLength(1);
  expect(text).not.toContain(CANARY);
  expect(text).not.toContain(alice.token);
  expect(text).not.toMatch(/health|ready|127\.0\.0\.1|10\.\d+\.\d+\.\d+/);
});

test('a collector that is away costs nothing but the traces', async () => {
  const lines: string[] = [];
  const service = await startTestService(
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://user:secret@127.0.0.1:9' },
    (line) => lines.push(line),
  );
  const person = await service.person('bob');
  expect((await person.get('/api/users/me')).status).toBe(200);
  await service.close();
  expect(lines.join('')).not.toContain('secret');
});

test('without configuration OpenTelemetry is not loaded', async () => {
  await build();
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'palaver-traces-'));
  const [data, coverage] = [join(folder, 'data'), join(folder, 'coverage')];
  // V8 names each file that the process has loaded.
  const child = start({ DATA_DIR: data, DATABASE_URL: database.url, NODE_V8_COVERAGE: coverage });
  await child.url();
  child.kill('SIGTERM');
  expect((await child.exited).code).toBe(0);
  const reports = await Promise.all(
    (await readdir(coverage)).map((file) => readFile(join(coverage, file), 'utf8')),
  );
  const urls = new Set(
    [...reports.join().matchAll(/"url":"(file:[^"]+\/apps\/server\/dist\/[^"]+)"/g)].map(
      ([, url = '']) => url,
    ),
  );
  const texts = await Promise.all([...urls].map((url) => readFile(fileURLToPath(url), 'utf8')));
  expect(urls.size).toBeGreaterThan(3);
  // The bundle says above each part which file it comes from.
  const packages = texts.flatMap(
    (text) => text.match(/^\/\/ .*node_modules\/(@opentelemetry\/sdk|prom-client)/gm) ?? [],
  );
  expect(packages).toEqual([]);
  await database.drop();
  await rm(folder, { recursive: true });
});
