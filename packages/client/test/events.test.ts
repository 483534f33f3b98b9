import { type Cursors, EventStreamError, positionOf } from '@palaver/client';
import { purgeEvents, systemClock } from '@palaver/core';
import { createDatabase } from '@palaver/db';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FaultProxy } from './support/fault-proxy.js';
import { begin, contentsOf, hasContent, isType, readUntil } from './support/reading.js';
import { openOwnRoom, openRoom, type Person, type Room } from './support/room.js';

let room: Room;
let proxy: FaultProxy;
beforeEach(async () => {
  room = await openRoom();
  proxy = await FaultProxy.to(room.url);
});
afterEach(async () => {
  await proxy.close();
  await room.close();
});

const send = ({ palaver }: Person, content: string, channelId = room.channelId) =>
  palaver.api.messages.send.mutate({ channelId, content });
const subscribe = (person: Person, since: Cursors = {}) =>
  person.client({ url: proxy.url }).events.subscribe({ channels: [room.channelId], since });

/** Sends messages from Alice, up to 20 at the same time. */
async function sendMany(count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, n) => n);
  while (numbers.length > 0) {
    await Promise.all(numbers.splice(0, 20).map((n) => send(room.alice, `missed ${n}`)));
  }
}

/** Removes everything from the log that is in it now, as retention does. */
async function purge(): Promise<void> {
  const { db, close } = createDatabase({ url: room.databaseUrl });
  await purgeEvents({ db, clock: systemClock }, 0);
  await close();
}

describe('a stream', () => {
  it('brings the events after its confirmation', async () => {
    await send(room.alice, 'before');
    const events = await begin(subscribe(room.bob));
    const sent = await send(room.alice, 'after');
    const [event] = await readUntil(events, isType('message.created'));
    expect(event).toMatchObject({ type: 'message.created', data: { ...sent, seq: expect.any(Number) } });
  });

  it('begins after the cursor', async () => {
    await send(room.alice, 'one');
    await send(room.alice, 'two');
    const events = subscribe(room.bob, { [room.channelId]: 0 });
    const read = await readUntil(events[Symbol.asyncIterator](), hasContent('two'));
    expect(contentsOf(read)).toEqual(['one', 'two']);
  });

  it('names the denied streams, and brings the other ones', async () => {
    const dm = await room.alice.palaver.api.channels.create.mutate({
      serverId: room.serverId,
      name: 'hidden',
      isPrivate: true,
    });
    const stream = room.bob.palaver.events.subscribe({ channels: [dm.id, room.channelId, room.bob.id] });
    const events = stream[Symbol.asyncIterator]();
    const [event] = await readUntil(events, isType('subscribed'));
    expect(event?.data).toMatchObject({ denied: [dm.id] });
    await send(room.alice, 'hello');
    expect(Object.keys(stream.cursors()).sort()).toEqual([room.channelId, room.bob.id].sort());
    await readUntil(events, hasContent('hello'));
  });

  it('adds and removes streams', async () => {
    const { id } = await room.alice.palaver.api.channels.create.mutate({
      serverId: room.serverId,
      name: 'more',
    });
    const stream = subscribe(room.bob);
    const events = await begin(stream);
    stream.add([id]);
    await readUntil(events, isType('subscribed'));
    stream.remove([room.channelId]);
    await send(room.alice, 'in the removed stream');
    await send(room.alice, 'in the added stream', id);
    expect(contentsOf(await readUntil(events, hasContent('in the added stream')))).toEqual([
      'in the added stream',
    ]);
    expect(Object.keys(stream.cursors())).toEqual([id]);
  });

  it('reports typing once for a burst of keys', async () => {
    const [alices, bobs] = [subscribe(room.alice), await begin(subscribe(room.bob))];
    await begin(alices);
    for (let key = 0; key < 200; key++) alices.typing(room.channelId);
    const read = await readUntil(bobs, isType('typing.started'));
    expect(read.at(-1)?.data).toEqual({ channelId: room.channelId, userId: room.alice.id });
    expect(alices.state.status).toBe('live');
  });

  it('is read by one loop, and closed by leaving it', async () => {
    const stream = subscribe(room.bob);
    for await (const event of stream) if (event.type === 'subscribed') break;
    expect(stream.state).toEqual({ status: 'closed', error: null });
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow('one loop');
  });

  it('subscribes to more streams with cursors than one frame can name', async () => {
    const stream = room.bob.palaver.events.subscribe({ channels: [] });
    const unknown = Array.from({ length: 1_200 }, (_, n) => `unknown-${n}-${'x'.repeat(24)}`);
    const since = Object.fromEntries([...unknown, room.channelId].map((id) => [id, 0]));
    stream.add([...unknown, room.channelId], since);
    await send(room.alice, 'hello');
    await readUntil(stream[Symbol.asyncIterator](), hasContent('hello'));
    expect(Object.keys(stream.cursors())).toEqual([room.channelId]);
  });
});

describe('when the connection is lost', () => {
  it('a stream brings a thousand missed events, each once and in order', async () => {
    const stream = subscribe(room.bob);
    const events = await begin(stream);
    await send(room.alice, 'last before');
    await readUntil(events, hasContent('last before'));
    const stored = stream.cursors();
    const first = stored[room.channelId] ?? Number.NaN;
    stream.close();
    await sendMany(1_000);

    const before = performance.now();
    const resumed = subscribe(room.bob, stored);
    const read = await readUntil(
      resumed[Symbol.asyncIterator](),
      (event) => positionOf(event)?.seq === first + 1_000,
    );
    process.stdout.write(`caught up with 1,000 events in ${Math.round(performance.now() - before)} ms\n`);
    const messages = read.filter(isType('message.created'));
    expect(messages.map(({ data }) => data.seq)).toEqual(
      Array.from({ length: 1_000 }, (_, n) => first + 1 + n),
    );
    expect(contentsOf(read).sort()).toEqual(Array.from({ length: 1_000 }, (_, n) => `missed ${n}`).sort());
  });

  it('a stream reconnects and goes on', async () => {
    const states: string[] = [];
    const stream = room.bob.client({ url: proxy.url }).events.subscribe({
      channels: [room.channelId],
      onState: ({ status }) => states.push(status),
    });
    const events = await begin(stream);
    await send(room.alice, 'one');
    await readUntil(events, hasContent('one'));
    proxy.cut();
    await send(room.alice, 'two');
    expect(contentsOf(await readUntil(events, hasContent('two')))).toEqual(['two']);
    expect(states).toEqual(['connecting', 'live', 'waiting', 'connecting', 'live']);
  });

  it('a stream reconnects within a random part of two seconds after a restart of the service', async () => {
    const states: string[] = [];
    const own = await openOwnRoom();
    const stream = own.bob.client({ backoff: { baseMs: 1, random: () => 0.001 } }).events.subscribe({
      channels: [own.channelId],
      onState: (state) =>
        states.push(state.status === 'waiting' ? `waiting ${state.retryInMs}` : state.status),
    });
    const events = await begin(stream);
    await send(own.alice, 'before', own.channelId);
    await readUntil(events, hasContent('before'));
    await own.restart();
    await send(own.alice, 'after', own.channelId);
    expect(contentsOf(await readUntil(events, hasContent('after')))).toEqual(['after']);
    expect(states.slice(0, 4)).toEqual(['connecting', 'live', 'waiting 2', 'connecting']);
    await own.close();
  });

  it('a stream notices that the connection is silent', async () => {
    const { events: open } = room.bob.client({ url: proxy.url, heartbeatMs: 500, connectTimeoutMs: 2_000 });
    const events = await begin(open.subscribe({ channels: [room.channelId] }));
    proxy.freeze();
    await send(room.alice, 'not forwarded');
    expect(contentsOf(await readUntil(events, hasContent('not forwarded')))).toEqual(['not forwarded']);
  });

  it('a stream does not wait for a service that never sends ready', async () => {
    const { events: open } = room.bob.client({ url: proxy.url, connectTimeoutMs: 2_000 });
    proxy.cutAnswerTo('/api/ws?', Number.POSITIVE_INFINITY);
    const stream = open.subscribe({ channels: [room.channelId] });
    await begin(stream);
    expect(stream.state.status).toBe('live');
  });
});

describe('the end of access or of the log', () => {
  it('purged events give a resync, and the stream goes on after it', async () => {
    await sendMany(5);
    await purge();
    const stream = subscribe(room.bob, { [room.channelId]: 0 });
    const events = stream[Symbol.asyncIterator]();
    const read = await readUntil(events, isType('resync'));
    expect(contentsOf(read)).toEqual([]);
    const { seq } = read.filter(isType('resync'))[0]?.data ?? { seq: 0 };
    expect(stream.cursors()).toEqual({ [room.channelId]: seq });
    await send(room.alice, 'after');
    const [event] = (await readUntil(events, hasContent('after'))).filter(isType('message.created'));
    expect(event?.data.seq).toBe(seq + 1);
  });

  it('losing access to a stream gives access.revoked, and its cursor is removed', async () => {
    const stream = subscribe(room.bob);
    const events = await begin(stream);
    const { serverId } = room;
    await room.alice.palaver.api.servers.removeMember.mutate({ serverId, userId: room.bob.id });
    const read = await readUntil(events, isType('access.revoked'));
    expect(read.at(-1)?.data).toEqual({ serverId, channelId: room.channelId });
    expect(stream.cursors()).toEqual({});
  });

  it('the end of the session ends the stream', async () => {
    const carol = await room.register('carol');
    const stream = carol.palaver.events.subscribe({ channels: [carol.id] });
    const events = await begin(stream);
    await carol.client().api.auth.logout.mutate();
    const error = await events.next().catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(EventStreamError);
    expect(error).toMatchObject({ code: 'SESSION_OVER' });
    expect(stream.state).toEqual({ status: 'closed', error });
  });

  it('a client without a token gets no stream', async () => {
    const { events: open } = room.bob.client({ token: null });
    const events = open.subscribe({ channels: [room.channelId] })[Symbol.asyncIterator]();
    await expect(events.next()).rejects.toMatchObject({ code: 'SESSION_OVER' });
  });

  it('a cursor of another database is answered by a resync, and the stream goes on from there', async () => {
    const stream = subscribe(room.bob, { [room.channelId]: 1_000_000 });
    const events = stream[Symbol.asyncIterator]();
    const [resync] = (await readUntil(events, isType('resync'))).filter(isType('resync'));
    await send(room.alice, 'after');
    const [event] = (await readUntil(events, hasContent('after'))).filter(isType('message.created'));
    expect(event?.data.seq).toBe((resync?.data.seq ?? 0) + 1);
    expect(stream.cursors()).toEqual({ [room.channelId]: event?.data.seq });
    stream.close();
  });
});

describe('a slow reader', () => {
  it('makes the client close the connection, and still gets every event', async () => {
    const { events: open } = room.bob.client({ maxBuffered: 10 });
    const stream = open.subscribe({ channels: [room.channelId], since: { [room.channelId]: 0 } });
    await sendMany(100);
    const events = stream[Symbol.asyncIterator]();
    const read: string[] = [];
    while (read.length < 100) read.push(...contentsOf(await readUntil(events, isType('message.created'))));
    expect(new Set(read).size).toBe(100);
  });
});
