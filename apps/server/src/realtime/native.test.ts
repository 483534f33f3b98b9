import { type AppRouter, appRouter, createContext, type StreamFrame } from '@palaver/core';
import { createTRPCClient, createWSClient, type TRPCWebSocketClient, wsLink } from '@trpc/client';
import { createHTTPHandler } from '@trpc/server/adapters/standalone';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Person, type SocketServer, startSocketServer } from './test-support.js';

let server: SocketServer;
let alice: Person;
let bob: Person;
let serverId: string;
let channelId: string;
let sockets: TRPCWebSocketClient[] = [];

beforeAll(async () => {
  // A busy machine may take a second for the first frame.
  server = await startSocketServer({ authenticateWithinMs: 2_000 }, (req, res) =>
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
  [alice, bob] = await Promise.all([server.person('alice'), server.person('bob')]);
  serverId = (await alice.call.servers.create({ name: 'Acme' })).id;
  const { code } = await alice.call.servers.createInvite({ serverId });
  await bob.call.servers.acceptInvite({ code });
  channelId = (await alice.call.channels.create({ serverId, name: 'talk' })).id;
});
afterEach(async () => {
  await Promise.all(sockets.map((socket) => socket.close()));
  sockets = [];
});
afterAll(() => server.close());

const say = (content: string, to = channelId) => alice.call.messages.send({ channelId: to, content });

/** tRPC's own client, connected over tRPC's WebSocket protocol. */
function connect(connectionParams: () => Promise<Record<string, string>>) {
  const closes: number[] = [];
  const socket = createWSClient({
    url: `ws://127.0.0.1:${server.port}/trpc`,
    // The types of `ws` and of browsers differ only in parts that tRPC does not use.
    WebSocket: WebSocket as unknown as typeof globalThis.WebSocket,
    connectionParams,
    retryDelayMs: () => 20,
    onClose: (cause) => closes.push(cause?.code ?? 0),
  });
  sockets.push(socket);
  return { socket, closes, client: createTRPCClient<AppRouter>({ links: [wsLink({ client: socket })] }) };
}

const withToken = ({ token }: Person) => connect(async () => ({ token }));

/** Subscribes and collects what is delivered. */
function subscribe(client: ReturnType<typeof connect>['client'], channels: string[], since = {}) {
  const received: StreamFrame[] = [];
  const ids: string[] = [];
  const errors: string[] = [];
  client.realtime.events.subscribe(
    { channels, since },
    {
      onData: ({ id, data }) => {
        ids.push(id);
        received.push(data);
      },
      onError: (error) => errors.push(error.data?.errorCode ?? error.message),
    },
  );
  const messages = () =>
    received.flatMap((frame) => (frame.type === 'message.created' ? [frame.data.content] : []));
  const untilMessage = (content: string) =>
    expect.poll(() => messages().at(-1), { interval: 5 }).toBe(content);
  const until = (frame: object) =>
    expect.poll(() => received, { interval: 5 }).toContainEqual(expect.objectContaining(frame));
  return { received, ids, errors, messages, until, untilMessage };
}

describe("over tRPC's WebSocket", () => {
  test('the client reconnects by itself, and misses nothing in any stream', async () => {
    const other = (await alice.call.channels.create({ serverId, name: 'other' })).id;
    const { socket, client } = withToken(bob);
    const { until, untilMessage, messages, received } = subscribe(client, [channelId, other]);
    await until({ type: 'subscribed' });
    await say('one');
    await untilMessage('one');
    for (let round = 0; round < 5; round++) {
      socket.connection?.ws.close();
      await Promise.all([say(`a${round}`), say(`b${round}`, other)]);
      await say(`c${round}`, round % 2 === 0 ? other : channelId);
      await expect.poll(() => messages(), { interval: 5 }).toContain(`c${round}`);
    }
    expect(messages().toSorted()).toEqual([...new Set(messages())].toSorted());
    expect(messages()).toHaveLength(16);
    expect(received.filter(({ type }) => type === 'resync')).toEqual([]);
  });

  test('a ticket signs in once', async () => {
    const { ticket } = await bob.call.realtime.ticket();
    const { client } = connect(async () => ({ ticket }));
    await subscribe(client, [channelId]).until({ type: 'subscribed' });
    const again = connect(async () => ({ ticket }));
    await expect.poll(() => again.closes, { interval: 5 }).toContain(4401);
  });

  test('a connection with a bad token, or without one in time, is closed', async () => {
    const { closes } = connect(async () => ({ token: 'plv_bad' }));
    await expect.poll(() => closes, { interval: 5 }).toContain(4401);
    const signedIn = withToken(bob);
    await subscribe(signedIn.client, [channelId]).until({ type: 'subscribed' });
    // Its time ends after that of the one that has signed in.
    const silent = server.open('/trpc?connectionParams=1');
    expect(await silent.closed()).toBe(4401);
    expect(signedIn.closes).toEqual([]);
  });

  test('queries and mutations are not served', async () => {
    const { client } = withToken(bob);
    await expect(client.users.me.query()).rejects.toMatchObject({ data: { errorCode: 'ROUTE_NOT_FOUND' } });
    await expect(client.messages.send.mutate({ channelId, content: 'x' })).rejects.toMatchObject({
      data: { errorCode: 'ROUTE_NOT_FOUND' },
    });
  });

  test('invalid input is an error of the subscription', async () => {
    const { client } = withToken(bob);
    const negative = subscribe(client, [channelId], { [channelId]: -1 });
    await expect.poll(() => negative.errors, { interval: 5 }).toEqual(['INVALID_INPUT']);
    const many = Array.from({ length: 20 }, () => subscribe(client, [channelId]));
    await expect
      .poll(() => many.flatMap(({ errors }) => errors), { interval: 5 })
      .toEqual(Array(4).fill('INVALID_INPUT'));
  });

  test('the end of a membership revokes access, and the end of a session closes the connection', async () => {
    const dave = await server.person('dave');
    const { code } = await alice.call.servers.createInvite({ serverId });
    await dave.call.servers.acceptInvite({ code });
    const { client, closes } = withToken(dave);
    const { until, messages } = subscribe(client, [channelId]);
    await until({ type: 'subscribed' });
    await alice.call.servers.removeMember({ serverId, userId: dave.id });
    await say('without dave');
    await until({ type: 'access.revoked', data: { serverId, channelId } });
    expect(messages()).toEqual([]);
    await dave.call.auth.logout();
    await expect.poll(() => closes, { interval: 5 }).toContain(4401);
  });

  test('a reader that stops reading uses little memory, is closed, and reconnects', async () => {
    const { socket, client, closes } = withToken(bob);
    const { until, untilMessage, messages } = subscribe(client, [channelId]);
    await until({ type: 'subscribed' });
    // tRPC's type is that of browsers, but `connect` passed it the class of `ws`.
    const stalled = socket.connection?.ws as unknown as WebSocket;
    stalled.pause();
    const heap = process.memoryUsage().heapUsed;
    const content = '𒐫'.repeat(4000);
    const sent = 700;
    for (let round = 0; round < sent; round += 20)
      await Promise.all(Array.from({ length: 20 }, () => say(content)));
    await say('last');
    expect(process.memoryUsage().heapUsed - heap).toBeLessThan(150 * 1024 * 1024);
    stalled.resume();
    await untilMessage('last');
    expect(closes).toContain(4408);
    expect(messages()).toHaveLength(sent + 1);
  });
});

describe('over SSE', () => {
  interface Sent {
    readonly id: string;
    readonly data: StreamFrame;
  }

  /** Reads server-sent events until one satisfies `last`, or the stream ends; calls `onFirst` at the first. */
  async function read(
    input: object,
    token: string,
    last: (frame: StreamFrame) => boolean,
    onFirst: () => void = () => {},
  ) {
    const query = `input=${encodeURIComponent(JSON.stringify(input))}`;
    const response = await fetch(`http://127.0.0.1:${server.port}/trpc/realtime.events?${query}`, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
    });
    const events: Sent[] = [];
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1];
        const id = /^id: (.*)$/m.exec(block)?.[1];
        if (/^event: serialized-error$/m.test(block)) return { events, error: JSON.parse(data ?? '') };
        if (data && id && events.push({ id, data: JSON.parse(data) }) === 1) onFirst();
      }
      if (events.some(({ data: frame }) => last(frame))) break;
    }
    return { events, error: null };
  }
  const isMessage = (content: string) => (frame: StreamFrame) =>
    frame.type === 'message.created' && frame.data.content === content;

  test('a subscription with the last event id resumes after it', async () => {
    const { events } = await read(
      { channels: [channelId] },
      bob.token,
      isMessage('two'),
      () => void say('two'),
    );
    expect(events[0]?.data.type).toBe('subscribed');
    await say('three');
    const resumed = await read(
      { channels: [channelId], lastEventId: events.at(-1)?.id },
      bob.token,
      isMessage('three'),
    );
    const seqs = [...events, ...resumed.events].flatMap(({ data }) =>
      data.type === 'message.created' ? [data.data.seq] : [],
    );
    expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index));
  });

  test('the end of the session ends the subscription with an error', async () => {
    const erin = await server.person('erin');
    const reading = read({ channels: [erin.id], since: { [erin.id]: 0 } }, erin.token, () => false);
    await erin.call.auth.logout();
    expect((await reading).error).toMatchObject({ data: { errorCode: 'UNAUTHENTICATED' } });
  });

  test('the last event id of another subscription is refused', async () => {
    const { error } = await read({ channels: [channelId], lastEventId: 'c1.2' }, bob.token, () => false);
    expect(error).toMatchObject({ data: { errorCode: 'INVALID_INPUT' } });
  });
});
