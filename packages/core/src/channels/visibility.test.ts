import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { channelStream, serverStream } from '../log/streams.js';
import type { ErrorCode } from '../protocol/error-codes.js';
import { Hub } from '../realtime/hub.js';
import { openFeed, type TestFeed } from '../realtime/test-support.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';

let world: World;
let hub: Hub;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let outsider: TestUser;
let serverId: string;
/** A public channel of which alice, the owner, and bob are members; carol reads it. */
let channelId: string;
let feeds: TestFeed[] = [];

beforeAll(async () => {
  world = await createWorld();
  hub = new Hub(world.services, { tickMs: 50 });
  [alice, bob, carol, outsider] = await Promise.all([
    world.person('alice'),
    world.person('bob'),
    world.person('carol'),
    world.person('oscar'),
  ]);
});
afterAll(async () => {
  hub.close();
  await world.close();
});
beforeEach(async () => {
  serverId = (await createServerWith(alice, bob, carol)).id;
  channelId = (await alice.call.channels.create({ serverId, name: 'plans' })).id;
  await bob.call.channels.join({ serverId, channelId });
});
afterEach(() => {
  for (const feed of feeds) feed.close();
  feeds = [];
});

const setPrivate = (someone: TestUser, isPrivate: boolean) =>
  someone.call.channels.update({ serverId, channelId, isPrivate });
const send = (someone: TestUser, content: string) => someone.call.messages.send({ channelId, content });

async function follow(someone: TestUser, since?: number): Promise<TestFeed> {
  const feed = await openFeed(world, hub, someone);
  feeds.push(feed);
  await feed.subscribe([channelId], since === undefined ? {} : { [channelId]: since });
  return feed;
}

describe('a public channel that becomes private', () => {
  test('keeps its members and is out of reach for everybody else', async () => {
    await send(carol, 'carol joins by posting');
    await carol.call.channels.leave({ serverId, channelId });
    const { id: messageId } = await send(alice, 'hello');
    const hidden = await setPrivate(alice, true);
    expect(hidden).toMatchObject({ isPrivate: true, memberCount: 2 });
    expect(await bob.call.messages.list({ channelId })).toHaveLength(2);
    expect(await bob.call.channels.get({ serverId, channelId })).toEqual(hidden);
    const path = { serverId, channelId };
    await refusedWith('CHANNEL_NOT_FOUND', carol.call.channels.get(path));
    await refusedWith('CHANNEL_NOT_FOUND', carol.call.channels.join(path));
    await refusedWith('CHANNEL_NOT_FOUND', carol.call.messages.list({ channelId }));
    await refusedWith('CHANNEL_NOT_FOUND', send(carol, 'what a cached standing would let pass'));
    await refusedWith('MESSAGE_NOT_FOUND', carol.call.messages.get({ messageId }));
    expect((await carol.call.channels.list({ serverId })).map(({ name }) => name)).toEqual(['general']);
  });

  test('tells the server no more than that, and the channel all of it', async () => {
    const hidden = await alice.call.channels.update({ serverId, channelId, isPrivate: true, name: 'secret' });
    const [inServer, inChannel] = [
      await world.log(serverStream(serverId)),
      await world.log(channelStream(channelId)),
    ];
    expect(inServer.at(-1)).toMatchObject({ type: 'channel.hidden', data: { id: channelId, serverId } });
    expect(JSON.stringify(inServer)).not.toContain('secret');
    expect(inChannel.at(-1)).toMatchObject({ type: 'channel.updated', data: hidden });
  });

  test('ends the feeds of those who are no members at that position, and no other', async () => {
    const [reader, member] = [await follow(carol), await follow(bob)];
    await send(alice, 'public');
    await reader.untilMessage('public');
    await setPrivate(alice, true);
    await send(alice, 'private');
    await member.untilMessage('private');
    await reader.until({ type: 'access.revoked', data: { serverId, channelId } });
    expect(reader.messages()).toEqual(['public']);
    expect(reader.received.map(({ type }) => type)).not.toContain('channel.updated');
    expect(reader.ending).toBeNull();
  });

  test('is denied to who comes back with a cursor from before', async () => {
    await send(alice, 'public');
    await setPrivate(alice, true);
    const reader = await follow(carol, 0);
    await reader.until({ type: 'subscribed', data: { channels: [], denied: [channelId] } });
    expect(reader.messages()).toEqual([]);
    const member = await follow(bob, 0);
    await member.untilMessage('public');
  });

  test('frees its name for a public channel', async () => {
    await setPrivate(alice, true);
    await carol.call.channels.create({ serverId, name: 'plans' });
    await refusedWith('CHANNEL_NAME_TAKEN', setPrivate(alice, false));
    const renamed = { serverId, channelId, isPrivate: false, name: 'old-plans' };
    expect(await alice.call.channels.update(renamed)).toMatchObject({ name: 'old-plans', isPrivate: false });
  });

  test('has who made it private as a member, so that somebody sees it', async () => {
    for (const someone of [alice, bob]) await someone.call.channels.leave({ serverId, channelId });
    expect(await setPrivate(alice, true)).toMatchObject({ isPrivate: true, memberCount: 1 });
    expect((await alice.call.channels.members({ serverId, channelId })).map(({ id }) => id)).toEqual([
      alice.id,
    ]);
    expect((await world.log(channelStream(channelId))).slice(-2).map(({ type }) => type)).toEqual([
      'member.joined',
      'channel.updated',
    ]);
  });
});

describe('a private channel that becomes public', () => {
  beforeEach(async () => {
    await send(bob, 'from before');
    await setPrivate(alice, true);
    await send(bob, 'private');
  });

  test('is read by every member of the server, with its history', async () => {
    const shown = await setPrivate(alice, false);
    expect(await carol.call.channels.get({ serverId, channelId })).toEqual(shown);
    const contents = (await carol.call.messages.list({ channelId })).map(({ content }) => content);
    expect(contents).toEqual(['private', 'from before']);
    const reader = await follow(carol, 0);
    await reader.untilMessage('private');
    expect(reader.messages()).toEqual(['from before', 'private']);
    await send(carol, 'and may be joined');
    await reader.untilMessage('and may be joined');
  });

  test('is created in the server, with the position in its own stream to follow it from', async () => {
    const shown = await setPrivate(alice, false);
    const inChannel = await world.log(channelStream(channelId));
    expect(inChannel.at(-1)).toMatchObject({ type: 'channel.updated', data: shown });
    expect((await world.log(serverStream(serverId))).at(-1)).toMatchObject({
      type: 'channel.created',
      data: { ...shown, since: inChannel.length },
    });
  });

  test('does not change when it is private already', async () => {
    const before = (await world.log(channelStream(channelId))).length;
    expect(await setPrivate(alice, true)).toMatchObject({ isPrivate: true });
    expect(await world.log(channelStream(channelId))).toHaveLength(before);
  });
});

describe('who may change it', () => {
  const callers: Array<[string, () => TestUser, ErrorCode | null, ErrorCode | null]> = [
    ['an admin in the channel', () => alice, null, null],
    ['a plain member of the channel', () => bob, 'ADMIN_REQUIRED', 'ADMIN_REQUIRED'],
    ['a plain member of the server', () => carol, 'ADMIN_REQUIRED', 'CHANNEL_NOT_FOUND'],
    ['an outsider', () => outsider, 'SERVER_NOT_FOUND', 'SERVER_NOT_FOUND'],
    ['nobody', () => world.anonymous, 'UNAUTHENTICATED', 'UNAUTHENTICATED'],
  ];
  test.each(callers)('%s', async (_name, someone, hiding, showing) => {
    const outcome = async (expected: ErrorCode | null, call: Promise<unknown>) =>
      expected === null ? void (await call) : refusedWith(expected, call);
    await outcome(hiding, setPrivate(someone(), true));
    await setPrivate(alice, true);
    await outcome(showing, setPrivate(someone(), false));
  });

  test('an admin who is not in a private channel does not find it', async () => {
    await setPrivate(alice, true);
    await alice.call.servers.updateMember({ serverId, userId: carol.id, role: 'admin' });
    await refusedWith('CHANNEL_NOT_FOUND', setPrivate(carol, false));
  });

  test('posts and the change at the same time: none is accepted from who is out after it', async () => {
    const tries = Array.from({ length: 20 }, (_, n) => send(carol, `race ${n}`));
    const change = setPrivate(alice, true);
    await Promise.allSettled([...tries, change]);
    const log = await world.log(channelStream(channelId));
    const joined = log.findIndex(
      (event) => event.type === 'member.joined' && event.data.user.id === carol.id,
    );
    const hidden = log.findIndex((event) => event.type === 'channel.updated');
    const late = log.slice(hidden).filter((event) => event.type === 'message.created');
    // Who posts in a public channel joins it, and then stays in it.
    if (joined === -1 || joined > hidden) expect(late).toEqual([]);
    expect(hidden).toBeGreaterThan(-1);
  });
});
