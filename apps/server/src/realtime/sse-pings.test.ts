import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { type AppRouter, appRouter, createContext, type StreamFrame } from '@palaver/core';
import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import { createHTTPHandler } from '@trpc/server/adapters/standalone';
import { EventSource } from 'eventsource';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Person, type SocketServer, startSocketServer } from './test-support.js';

const PING_MS = 40;

/** The intervals of the service, which the handler reads for each stream. */
const { sse } = appRouter._def._config;
const original = { ...sse };

let server: SocketServer;
let alice: Person;

beforeAll(async () => {
  Object.assign(sse ?? {}, {
    ping: { enabled: true, intervalMs: PING_MS },
    client: { reconnectAfterInactivityMs: 5 * PING_MS },
  });
  server = await startSocketServer({}, (req, res) =>
    createHTTPHandler({
      router: appRouter,
      basePath: '/trpc/',
      createContext: () =>
        createContext(server.services, {
          requestId: '',
          token: req.headers.authorization?.slice('Bearer '.length) ?? null,
          userAgent: null,
          idempotencyKey: null,
        }),
    })(req, res),
  );
  alice = await server.person('alice');
});
afterAll(async () => {
  Object.assign(sse ?? {}, original);
  await server.close();
});

/** A proxy that can go half-open: it keeps its connections and forwards nothing more on them. */
async function startProxy(port: number) {
  const sockets = new Set<Socket>();
  let connections = 0;
  let pings = 0;
  const proxy = createServer((client) => {
    connections++;
    const upstream = connect(port, '127.0.0.1');
    sockets.add(client).add(upstream);
    client.pipe(upstream);
    upstream.pipe(client);
    upstream.on('data', (data) => {
      pings += String(data).split('event: ping').length - 1;
    });
    client.on('error', () => {}).once('close', () => upstream.destroy());
    upstream.on('error', () => {}).once('close', () => client.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  return {
    port: typeof address === 'object' ? address?.port : 0,
    connections: () => connections,
    pings: () => pings,
    goHalfOpen: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}

function subscribe(port: number | undefined, channels: string[]) {
  const received: StreamFrame[] = [];
  const client = createTRPCClient<AppRouter>({
    links: [
      httpSubscriptionLink({
        url: `http://127.0.0.1:${port}/trpc`,
        EventSource,
        eventSourceOptions: {
          fetch: (url, init) =>
            fetch(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${alice.token}` } }),
        },
      }),
    ],
  });
  const { unsubscribe } = client.realtime.events.subscribe(
    { channels },
    { onData: ({ data }) => received.push(data) },
  );
  onTestFinished(unsubscribe);
  return received;
}

test('a client behind a connection that went half-open reconnects by the missing pings, and misses nothing', async () => {
  const proxy = await startProxy(server.port);
  const { id: serverId } = await alice.call.servers.create({ name: 'Acme' });
  const { id: channelId } = await alice.call.channels.create({ serverId, name: 'talk' });
  const received = subscribe(proxy.port, [channelId]);
  const messages = () =>
    received.flatMap((frame) => (frame.type === 'message.created' ? [frame.data.content] : []));
  await expect.poll(() => received.map(({ type }) => type)).toContain('subscribed');
  await alice.call.messages.send({ channelId, content: 'before' });
  await expect.poll(messages).toEqual(['before']);
  proxy.goHalfOpen();
  await alice.call.messages.send({ channelId, content: 'meanwhile' });
  await expect.poll(messages).toEqual(['before', 'meanwhile']);
  expect(proxy.connections()).toBeGreaterThan(1);
});

test('a silent stream stays open by its pings', async () => {
  const proxy = await startProxy(server.port);
  const received = subscribe(proxy.port, [alice.id]);
  await expect.poll(() => received.map(({ type }) => type)).toContain('subscribed');
  // Four times as long as the client waits for a sign of life.
  await expect.poll(proxy.pings).toBeGreaterThan(20);
  expect(proxy.connections()).toBe(1);
});
