import { skipPositions, tables } from '@palaver/db';
import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createServerWith } from '../../testing/create-server.js';
import { createWorld, type TestUser, type World } from '../../testing/world.js';
import { Hub } from '../hub.js';
import { openFeed, type TestFeed } from '../test-support.js';
import { UNSENT_BYTES_MAX } from './send-buffer.js';

const UNKNOWN_ID = '01890a5d-ac96-774b-bcce-b302099a8057';

let world: World;
let hub: Hub;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let feeds: TestFeed[] = [];

beforeAll(async () => {
  world = await createWorld();
  hub = new Hub(world.services, { tickMs: 50 });
  [alice, bob, carol] = await Promise.all([
    world.person('alice'),
    world.person('bob'),
    world.person('carol'),
  ]);
});
afterEach(() => {
  for (const feed of feeds) feed.close();
  feeds = [];
});
afterAll(async () => {
  hub.close();
  await world.close();
});

async function connect(user: TestUser): Promise<TestFeed> {
  const opened = await openFeed(world, hub, user);
  feeds.push(opened);
  return opened;
}

/** A server of alice's that bob has joined and carol has not, with a public and a private channel. */
async function createAcme() {
  const { id: serverId } = await createServerWith(alice, bob);
  const open = await alice.call.channels.create({ serverId, name: 'open' });
  const secret = await alice.call.channels.create({ serverId, name: 'secret', isPrivate: true });
  return { serverId, open: open.id, secret: secret.id };
}

const send = (user: TestUser, channelId: string, content: string) =>
  user.call.messages.send({ channelId, content });
const head = async (streamId: string) => {
  const { streamHeads } = tables;
  const [row] = await world.services.db.select().from(streamHeads).where(eq(streamHeads.id, streamId));
  return row?.lastSeq ?? -1;
};

describe('subscribe', () => {
  test('answers with the position of each stream, and denies unknown and forbidden ids alike', async () => {
    const { serverId, open, secret } = await createAcme();
    const bobFeed = await connect(bob);
    const ids = [open, serverId, bob.id, secret, alice.id, UNKNOWN_ID, 'no id', '__proto__', open];
    await bobFeed.subscribe(ids);
    await bobFeed.until({ type: 'subscribed' });
    expect(bobFeed.received).toEqual([
      {
        type: 'subscribed',
        data: {
          channels: [
            { id: open, seq: await head(open) },
            { id: serverId, seq: await head(serverId) },
            { id: bob.id, seq: await head(bob.id) },
          ],
          denied: [secret, alice.id, UNKNOWN_ID, 'no id', '__proto__'],
        },
      },
    ]);

    const carolFeed = await connect(carol);
    await carolFeed.subscribe([open, serverId]);
    await carolFeed.until({ type: 'subscribed', data: { channels: [], denied: [open, serverId] } });
  });

  test('users who subscribe at the same time each receive their own streams', async () => {
    const { serverId, open, secret } = await createAcme();
    const { id: direct } = await alice.call.dms.create({ userIds: [carol.id] });
    const asked = [open, secret, direct, serverId, alice.id, bob.id, carol.id];
    const people = [alice, bob, carol, bob, alice, carol, alice, bob, carol];
    const opened = await Promise.all(people.map(connect));
    await Promise.all(opened.map(({ subscribe }) => subscribe(asked)));
    const readable = new Map([
      [alice, [open, secret, direct, serverId, alice.id]],
      [bob, [open, serverId, bob.id]],
      [carol, [direct, carol.id]],
    ]);
    for (const [index, feed] of opened.entries()) {
      await feed.until({ type: 'subscribed' });
      const [frame] = feed.received;
      const subscribed = frame?.type === 'subscribed' ? frame.data.channels.map(({ id }) => id) : [];
      expect(subscribed).toEqual(readable.get(people[index] ?? alice));
    }
  });

  test('delivers what is sent from then on, in order, with its position', async () => {
    const { open } = await createAcme();
    await send(alice, open, 'before');
    const bobFeed = await connect(bob);
    await bobFeed.subscribe([open]);
    for (const content of ['one', 'two', 'three']) await send(alice, open, content);
    await bobFeed.untilMessage('three');
    expect(bobFeed.messages()).toEqual(['one', 'two', 'three']);
    const first = (await head(open)) - 2;
    expect(bobFeed.positions(open)).toEqual([first, first + 1, first + 2]);
  });

  test('after a cursor, the missed events come before the live ones', async () => {
    const { open } = await createAcme();
    await send(alice, open, 'one');
    const since = await head(open);
    for (const content of ['two', 'three']) await send(alice, open, content);
    const bobFeed = await connect(bob);
    await Promise.all([bobFeed.subscribe([open], { [open]: since }), send(alice, open, 'four')]);
    await bobFeed.untilMessage('four');
    expect(bobFeed.messages()).toEqual(['two', 'three', 'four']);
  });

  test('a cursor of 0 replays the stream from its beginning, over several pages', async () => {
    const { open } = await createAcme();
    for (let round = 0; round < 26; round++) {
      await Promise.all(Array.from({ length: 20 }, (_, index) => send(alice, open, `${round}.${index}`)));
    }
    const bobFeed = await connect(bob);
    await bobFeed.subscribe([open], { [open]: 0 });
    await send(alice, open, 'last');
    await bobFeed.untilMessage('last');
    const positions = bobFeed.positions(open);
    expect(positions).toEqual(Array.from(positions, (_, index) => index + 1));
    expect(positions.length).toBe(await head(open));
  });

  test('a cursor before the retained events is answered with resync, then with live events', async () => {
    const { open } = await createAcme();
    for (const content of ['one', 'two', 'three']) await send(alice, open, content);
    const { events } = tables;
    const lastPurged = (await head(open)) - 2;
    await world.services.db.transaction(async (tx) => {
      await tx.execute(sql`set local palaver.purge = 'partition'`);
      await tx.delete(events).where(and(eq(events.streamId, open), lte(events.seq, lastPurged)));
    });

    const [late, justInTime] = [await connect(bob), await connect(alice)];
    await late.subscribe([open], { [open]: lastPurged - 1 });
    await justInTime.subscribe([open], { [open]: lastPurged });
    await send(alice, open, 'four');
    await Promise.all([late.untilMessage('four'), justInTime.untilMessage('four')]);
    expect(late.received).toContainEqual({ type: 'resync', data: { channelId: open, seq: lastPurged + 2 } });
    expect(late.messages()).toEqual(['four']);
    expect(justInTime.messages()).toEqual(['two', 'three', 'four']);
    expect(justInTime.received.map(({ type }) => type)).not.toContain('resync');
  });

  test('a cursor ahead of the stream is answered with resync, then with live events', async () => {
    const { open, serverId } = await createAcme();
    const bobFeed = await connect(bob);
    const seq = await head(open);
    await bobFeed.subscribe([serverId, open], { [open]: seq + 1 });
    await send(alice, open, 'next');
    await bobFeed.untilMessage('next');
    const channels = [
      { id: serverId, seq: await head(serverId) },
      { id: open, seq },
    ];
    expect(bobFeed.received).toMatchObject([
      { type: 'subscribed', data: { channels, denied: [] } },
      { type: 'resync', data: { channelId: open, seq } },
      { type: 'message.created', data: { seq: seq + 1 } },
    ]);
  });

  test('a stream that has lost its last events ends the feeds that follow it, and their cursors get resync', async () => {
    const { serverId } = await createAcme();
    const rename = (name: string) => alice.call.servers.update({ serverId, name });
    const bobFeed = await connect(bob);
    await bobFeed.subscribe([serverId]);
    for (const name of ['One', 'Two', 'Three']) await rename(name);
    const kept = (await head(serverId)) - 2;
    await bobFeed.until({ type: 'server.updated', data: expect.objectContaining({ seq: kept + 2 }) });
    const { events, streamHeads } = tables;
    await world.services.db.transaction(async (tx) => {
      await tx.execute(sql`set local palaver.purge = 'partition'`);
      await tx.delete(events).where(and(eq(events.streamId, serverId), gt(events.seq, kept)));
      await tx.update(streamHeads).set({ lastSeq: kept }).where(eq(streamHeads.id, serverId));
    });
    await bobFeed.untilEnded();
    expect(bobFeed.ending).toBe('log-unreadable');

    const again = await connect(bob);
    await again.subscribe([serverId], { [serverId]: kept + 2 });
    await rename('Another');
    await again.until({ type: 'server.updated' });
    expect(again.received.slice(1)).toMatchObject([
      { type: 'resync', data: { channelId: serverId, seq: kept } },
      { type: 'server.updated', data: { seq: kept + 1, name: 'Another' } },
    ]);
  });

  test('after the positions were skipped, every cursor from before gets resync, live and later', async () => {
    const { open } = await createAcme();
    const live = await connect(bob);
    await live.subscribe([open]);
    await send(alice, open, 'lost');
    await live.untilMessage('lost');
    const cursor = await head(open);
    await skipPositions(world.services.db.$client);
    await live.untilEnded();
    expect(live.ending).toBe('log-unreadable');
    const again = await connect(bob);
    await again.subscribe([open], { [open]: cursor });
    await send(alice, open, 'next');
    await again.untilMessage('next');
    const seq = cursor + 1_000_000_000;
    expect(again.received.slice(1)).toMatchObject([
      { type: 'resync', data: { channelId: open, seq } },
      { type: 'message.created', data: { seq: seq + 1 } },
    ]);
  });

  test('a repeated subscription changes nothing without a cursor, and replays from a cursor', async () => {
    const { open } = await createAcme();
    const bobFeed = await connect(bob);
    await bobFeed.subscribe([open]);
    await send(alice, open, 'one');
    await bobFeed.subscribe([open]);
    await send(alice, open, 'two');
    await bobFeed.untilMessage('two');
    expect(bobFeed.messages()).toEqual(['one', 'two']);
    await bobFeed.subscribe([open], { [open]: (await head(open)) - 2 });
    await send(alice, open, 'three');
    await bobFeed.untilMessage('three');
    expect(bobFeed.messages()).toEqual(['one', 'two', 'one', 'two', 'three']);
  });

  test('unsubscribe ends that stream alone', async () => {
    const { open, serverId } = await createAcme();
    const bobFeed = await connect(bob);
    await bobFeed.subscribe([open, serverId]);
    bobFeed.unsubscribe(open, UNKNOWN_ID);
    await send(alice, open, 'not delivered');
    await alice.call.servers.update({ serverId, name: 'Renamed' });
    await bobFeed.until({ type: 'server.updated' });
    expect(bobFeed.messages()).toEqual([]);
  });
});

describe('losing access', () => {
  test('removed from a private channel: member.left, access.revoked, and nothing after them', async () => {
    const { serverId, secret } = await createAcme();
    await alice.call.channels.addMember({ serverId, channelId: secret, userId: bob.id });
    const bobFeed = await connect(bob);
    await bobFeed.subscribe([secret]);
    await send(alice, secret, 'with bob');
    await alice.call.channels.removeMember({ serverId, channelId: secret, userId: bob.id });
    await send(alice, secret, 'without bob');
    await bobFeed.until({ type: 'access.revoked' });
    await bobFeed.subscribe([secret]);
    await bobFeed.until({ type: 'subscribed', data: { channels: [], denied: [secret] } });
    expect(bobFeed.received.map(({ type }) => type)).toEqual([
      'subscribed',
      'message.created',
      'member.left',
      'access.revoked',
      'subscribed',
    ]);
    expect(bobFeed.received).toContainEqual({
      type: 'access.revoked',
      data: { serverId, channelId: secret },
    });
  });

  test('removed while catching up: the replay stops', async () => {
    const { serverId, secret } = await createAcme();
    await alice.call.channels.addMember({ serverId, channelId: secret, userId: bob.id });
    for (let index = 0; index < 30; index++) await send(alice, secret, `${index}`);
    const bobFeed = await connect(bob);
    await Promise.all([
      bobFeed.subscribe([secret], { [secret]: 0 }),
      alice.call.channels.removeMember({ serverId, channelId: secret, userId: bob.id }),
    ]);
    await send(alice, secret, 'without bob');
    await send(alice, secret, 'still without bob');
    await bobFeed.subscribe([bob.id]);
    await bobFeed.until({
      type: 'subscribed',
      data: { channels: [{ id: bob.id, seq: await head(bob.id) }], denied: [] },
    });
    expect(bobFeed.messages()).not.toContain('without bob');
  });

  test('a user who leaves a public channel may still read it; one who is removed from the server may not', async () => {
    const { serverId, open } = await createAcme();
    await bob.call.channels.join({ serverId, channelId: open });
    const bobFeed = await connect(bob);
    await bobFeed.subscribe([open, serverId, bob.id]);
    await bob.call.channels.leave({ serverId, channelId: open });
    await send(alice, open, 'still readable');
    await bobFeed.untilMessage('still readable');

    await alice.call.servers.removeMember({ serverId, userId: bob.id });
    await send(alice, open, 'not delivered');
    await bobFeed.until({ type: 'access.revoked', data: { serverId, channelId: open } });
    await bobFeed.until({ type: 'access.revoked', data: { serverId, channelId: null } });
    await bobFeed.until({ type: 'access.revoked', data: expect.objectContaining({ streamId: bob.id }) });
    expect(bobFeed.messages()).toEqual(['still readable']);
  });

  test('a deleted server ends all its streams', async () => {
    const { serverId, open, secret } = await createAcme();
    const aliceFeed = await connect(alice);
    await aliceFeed.subscribe([open, secret, serverId]);
    await alice.call.servers.delete({ serverId });
    for (const channelId of [open, secret, null]) {
      await aliceFeed.until({ type: 'access.revoked', data: { serverId, channelId } });
    }
    expect(aliceFeed.received).toContainEqual(expect.objectContaining({ type: 'server.deleted' }));
  });

  test('a deleted channel publishes channel.deleted and ends', async () => {
    const { serverId, open } = await createAcme();
    const bobFeed = await connect(bob);
    await bobFeed.subscribe([open]);
    await alice.call.channels.delete({ serverId, channelId: open });
    await bobFeed.until({ type: 'access.revoked', data: { serverId, channelId: open } });
    expect(bobFeed.received.map(({ type }) => type)).toEqual([
      'subscribed',
      'channel.deleted',
      'access.revoked',
    ]);
  });

  test('a member who is added again receives events again, also from a cursor', async () => {
    const { serverId, secret } = await createAcme();
    const member = { serverId, channelId: secret, userId: bob.id };
    await alice.call.channels.addMember(member);
    await alice.call.channels.removeMember(member);
    await send(alice, secret, 'meanwhile');
    await alice.call.channels.addMember(member);
    const bobFeed = await connect(bob);
    await bobFeed.subscribe([secret], { [secret]: 0 });
    await send(alice, secret, 'now');
    await bobFeed.untilMessage('now');
    expect(bobFeed.messages()).toEqual(['meanwhile', 'now']);
  });
});

describe('a session that is over ends its feeds', () => {
  test('by signing out', async () => {
    const dave = await world.person('dave');
    const daveFeed = await connect(dave);
    await dave.call.auth.logout();
    await daveFeed.untilEnded();
    expect(daveFeed.ending).toBe('session-over');
  });

  test('when another node has ended it and no notice came over the bus', async () => {
    const erin = await world.person('erin');
    const erinFeed = await connect(erin);
    await world.services.db.delete(tables.sessions).where(eq(tables.sessions.userId, erin.id));
    await erinFeed.untilEnded();
    expect(erinFeed.ending).toBe('session-over');
  });
});

describe('a subscriber that does not keep up', () => {
  test('is subscribed to nothing when the first frame is too much for it', async () => {
    const { open } = await createAcme();
    const attached = vi.spyOn(hub, 'attach');
    const detached = vi.spyOn(hub, 'detach');
    const sessionId = (await bob.call.auth.sessions())[0]?.id ?? '';
    const feed = hub.connect({ userId: bob.id, sessionId, isBot: false }, { unsent: () => UNSENT_BYTES_MAX });
    await feed.subscribe({ channelIds: [open], since: new Map() });
    expect(feed.ending).toBe('overflow');
    expect(attached.mock.calls.length).toBe(detached.mock.calls.length);
    vi.restoreAllMocks();
  });

  test('is disconnected once a mebibyte waits for it, and loses nothing', async () => {
    const { open } = await createAcme();
    const since = await head(open);
    const endings: string[] = [];
    const sessionId = (await bob.call.auth.sessions())[0]?.id ?? '';
    const feed = hub.connect(
      { userId: bob.id, sessionId, isBot: false },
      { onEnd: (ending) => endings.push(ending) },
    );
    const deliveries = feed.deliveries();
    await feed.subscribe({ channelIds: [open], since: new Map() });
    expect((await deliveries.next()).value).toHaveLength(1);
    const content = 'x'.repeat(4000);
    for (let sent = 0; endings.length === 0; sent++) {
      expect(sent).toBeLessThan(400);
      await send(alice, open, content);
    }
    expect(endings).toEqual(['overflow']);
    expect(await deliveries.next()).toEqual({ done: true, value: undefined });

    const bobFeed = await connect(bob);
    await bobFeed.subscribe([open], { [open]: since });
    await send(alice, open, 'last');
    await bobFeed.untilMessage('last');
    expect(bobFeed.positions(open)).toEqual(bobFeed.positions(open).map((_, index) => since + 1 + index));
  });
});
