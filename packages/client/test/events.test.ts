import { type Cursors, EventStreamError, positionOf } from '@palaver/client';
import { purgeEvents, systemClock } from '@palaver/core';
import { createDatabase } from '@palaver/db';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FaultProxy } from './support/fault-proxy.js';
import { begin, contentsOf, isType, readUntil, says } from './support/reading.js';
import { openRoom, type Person, type Room } from './support/room.js';

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

const say = ({ palaver }: Person, content: string, channelId = room.channelId) =>
  palaver.api.messages.send.mutate({ channelId, content });
const listen = (person: Person, since: Cursors = {}) =>
  person.client({ url: proxy.url }).events.subscribe({ channels: [room.channelId], since });

/** Has Alice say so many things, some at once. */
async function sayMany(count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, n) => n);
  while (numbers.length > 0) {
    await Promise.all(numbers.splice(0, 20).map((n) => say(room.alice, `missed ${n}`)));
  }
}

/** Lets retention take everything from the log that is in it now. */
async function purge(): Promise<void> {
  const { db, close } = createDatabase(room.database.connection);
  await purgeEvents({ db, clock: systemClock }, 0);
  await close();
}

describe('a stream', () => {
  it('brings what happens from the moment it is in force', async () => {
    await say(room.alice, 'before');
    const events = await begin(listen(room.bob));
    const sent = await say(room.alice, 'after');
    const [event] = await readUntil(events, isType('message.created'));
    expect(event).toMatchObject({ type: 'message.created', data: { ...sent, seq: expect.any(Number) } });
  });

  it('begins where it is told to', async () => {
    await say(room.alice, 'one');
    await say(room.alice, 'two');
    const events = listen(room.bob, { [room.channelId]: 0 });
    const read = await readUntil(events[Symbol.asyncIterator](), says('two'));
    expect(contentsOf(read)).toEqual(['one', 'two']);
  });

  it('tells which streams are denied, and goes on with the others', async () => {
    const dm = await room.alice.palaver.api.channels.create.mutate({
      serverId: room.serverId,
      name: 'hidden',
      isPrivate: true,
    });
    const stream = room.bob.palaver.events.subscribe({ channels: [dm.id, room.channelId, room.bob.id] });
    const events = stream[Symbol.asyncIterator]();
    const [event] = await readUntil(events, isType('subscribed'));
    expect(event?.data).toMatchObject({ denied: [dm.id] });
    await say(room.alice, 'hello');
    expect(Object.keys(stream.cursors()).sort()).toEqual([room.channelId, room.bob.id].sort());
    await readUntil(events, says('hello'));
  });

  it('takes more streams and drops some', async () => {
    const { id } = await room.alice.palaver.api.channels.create.mutate({
      serverId: room.serverId,
      name: 'more',
    });
    const stream = listen(room.bob);
    const events = await begin(stream);
    stream.add([id]);
    await readUntil(events, isType('subscribed'));
    stream.remove([room.channelId]);
    await say(room.alice, 'unheard');
    await say(room.alice, 'heard', id);
    expect(contentsOf(await readUntil(events, says('heard')))).toEqual(['heard']);
    expect(Object.keys(stream.cursors())).toEqual([id]);
  });

  it('says who is typing, once for a burst of keys', async () => {
    const [alices, bobs] = [listen(room.alice), await begin(listen(room.bob))];
    await begin(alices);
    for (let key = 0; key < 200; key++) alices.typing(room.channelId);
    const read = await readUntil(bobs, isType('typing.started'));
    expect(read.at(-1)?.data).toEqual({ channelId: room.channelId, userId: room.alice.id });
    expect(alices.state.status).toBe('live');
  });

  it('is read by one loop, and closed by leaving it', async () => {
    const stream = listen(room.bob);
    for await (const event of stream) if (event.type === 'subscribed') break;
    expect(stream.state).toEqual({ status: 'closed', error: null });
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow('one loop');
  });

  it('hears more than one frame can name, with their cursors', async () => {
    const stream = room.bob.palaver.events.subscribe({ channels: [] });
    const strangers = Array.from({ length: 1_200 }, (_, n) => `stranger-${n}-${'x'.repeat(24)}`);
    const since = Object.fromEntries([...strangers, room.channelId].map((id) => [id, 0]));
    stream.add([...strangers, room.channelId], since);
    await say(room.alice, 'hello');
    await readUntil(stream[Symbol.asyncIterator](), says('hello'));
    expect(Object.keys(stream.cursors())).toEqual([room.channelId]);
  });
});

describe('when the connection is lost', () => {
  it('a stream brings what was missed, each event once and in order, a thousand of them', async () => {
    const stream = listen(room.bob);
    const events = await begin(stream);
    await say(room.alice, 'last before');
    await readUntil(events, says('last before'));
    const stored = stream.cursors();
    const first = stored[room.channelId] ?? Number.NaN;
    stream.close();
    await sayMany(1_000);

    const before = performance.now();
    const resumed = listen(room.bob, stored);
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

  it('a stream comes back by itself and goes on', async () => {
    const states: string[] = [];
    const stream = room.bob.client({ url: proxy.url }).events.subscribe({
      channels: [room.channelId],
      onState: ({ status }) => states.push(status),
    });
    const events = await begin(stream);
    await say(room.alice, 'one');
    await readUntil(events, says('one'));
    proxy.cut();
    await say(room.alice, 'two');
    expect(contentsOf(await readUntil(events, says('two')))).toEqual(['two']);
    expect(states).toEqual(['connecting', 'live', 'waiting', 'connecting', 'live']);
  });

  it('a stream is back from a restart of the service', async () => {
    const states: string[] = [];
    const stream = room.bob.client({ backoff: { baseMs: 60_000, random: () => 0.001 } }).events.subscribe({
      channels: [room.channelId],
      onState: (state) =>
        states.push(state.status === 'waiting' ? `waiting ${state.retryInMs}` : state.status),
    });
    const events = await begin(stream);
    await say(room.alice, 'before');
    await readUntil(events, says('before'));
    await room.restart();
    await say(room.alice, 'after');
    expect(contentsOf(await readUntil(events, says('after')))).toEqual(['after']);
    expect(states.slice(0, 4)).toEqual(['connecting', 'live', 'waiting 0', 'connecting']);
  });

  it('a stream notices that nothing comes at all any more', async () => {
    const { events: open } = room.bob.client({ url: proxy.url, heartbeatMs: 50, connectTimeoutMs: 200 });
    const events = await begin(open.subscribe({ channels: [room.channelId] }));
    proxy.freeze();
    await say(room.alice, 'into the void');
    expect(contentsOf(await readUntil(events, says('into the void')))).toEqual(['into the void']);
  });

  it('a stream does not wait for a service that never gets ready', async () => {
    const { events: open } = room.bob.client({ url: proxy.url, connectTimeoutMs: 200 });
    proxy.cutAnswerTo('/api/ws?', Number.POSITIVE_INFINITY);
    const stream = open.subscribe({ channels: [room.channelId] });
    await begin(stream);
    expect(stream.state.status).toBe('live');
  });
});

describe('what cannot be heard any more', () => {
  it('is told by resync, and the stream goes on after it', async () => {
    await sayMany(5);
    await purge();
    const stream = listen(room.bob, { [room.channelId]: 0 });
    const events = stream[Symbol.asyncIterator]();
    const read = await readUntil(events, isType('resync'));
    expect(contentsOf(read)).toEqual([]);
    const { seq } = read.filter(isType('resync'))[0]?.data ?? { seq: 0 };
    expect(stream.cursors()).toEqual({ [room.channelId]: seq });
    await say(room.alice, 'after');
    const [event] = (await readUntil(events, says('after'))).filter(isType('message.created'));
    expect(event?.data.seq).toBe(seq + 1);
  });

  it('is told by access.revoked, and no cursor is left of it', async () => {
    const stream = listen(room.bob);
    const events = await begin(stream);
    const { serverId } = room;
    await room.alice.palaver.api.servers.removeMember.mutate({ serverId, userId: room.bob.id });
    const read = await readUntil(events, isType('access.revoked'));
    expect(read.at(-1)?.data).toEqual({ serverId, channelId: room.channelId });
    expect(stream.cursors()).toEqual({});
  });

  it('is everything, when the session is over', async () => {
    const carol = await room.register('carol');
    const stream = carol.palaver.events.subscribe({ channels: [carol.id] });
    const events = await begin(stream);
    await carol.client().api.auth.logout.mutate();
    const error = await events.next().catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(EventStreamError);
    expect(error).toMatchObject({ code: 'SESSION_OVER' });
    expect(stream.state).toEqual({ status: 'closed', error });
  });

  it('is everything, for whoever has no session', async () => {
    const { events: open } = room.bob.client({ token: null });
    const events = open.subscribe({ channels: [room.channelId] })[Symbol.asyncIterator]();
    await expect(events.next()).rejects.toMatchObject({ code: 'SESSION_OVER' });
  });

  it('is refused, when the cursor is of another database', async () => {
    const events = listen(room.bob, { [room.channelId]: 1_000_000 })[Symbol.asyncIterator]();
    await expect(events.next()).rejects.toMatchObject({
      code: 'SUBSCRIPTION_REFUSED',
      message: expect.stringContaining(room.channelId),
    });
  });
});

describe('a reader that does not keep up', () => {
  it('makes the client let go, and gets everything all the same', async () => {
    const { events: open } = room.bob.client({ maxBuffered: 10 });
    const stream = open.subscribe({ channels: [room.channelId], since: { [room.channelId]: 0 } });
    await sayMany(100);
    const events = stream[Symbol.asyncIterator]();
    const read: string[] = [];
    while (read.length < 100) read.push(...contentsOf(await readUntil(events, isType('message.created'))));
    expect(new Set(read).size).toBe(100);
  });
});
