import { tables } from '@palaver/db';
import { and, eq, lte } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { serverOf } from '../testing/community.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, type Someone, type World } from '../testing/world.js';
import { Hub } from './hub.js';
import { type Ear, listen } from './test-support.js';

const NOBODYS = '01890a5d-ac96-774b-bcce-b302099a8057';

let world: World;
let hub: Hub;
let alice: Someone;
let bob: Someone;
let carol: Someone;
let ears: Ear[] = [];

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
  for (const ear of ears) ear.close();
  ears = [];
});
afterAll(async () => {
  hub.close();
  await world.close();
});

async function ear(someone: Someone): Promise<Ear> {
  const opened = await listen(world, hub, someone);
  ears.push(opened);
  return opened;
}

/** A server of alice's with bob in it, a public and a private channel; carol is outside. */
async function acme() {
  const { id: serverId } = await serverOf(alice, bob);
  const open = await alice.call.channels.create({ serverId, name: 'open' });
  const secret = await alice.call.channels.create({ serverId, name: 'secret', isPrivate: true });
  return { serverId, open: open.id, secret: secret.id };
}

const say = (someone: Someone, channelId: string, content: string) =>
  someone.call.messages.send({ channelId, content });
const head = async (streamId: string) => {
  const { streamHeads } = tables;
  const [row] = await world.services.db.select().from(streamHeads).where(eq(streamHeads.id, streamId));
  return row?.lastSeq ?? -1;
};

describe('subscribe', () => {
  test('tells where each stream is, and denies what is unknown and what is forbidden alike', async () => {
    const { serverId, open, secret } = await acme();
    const bobs = await ear(bob);
    const ids = [open, serverId, bob.id, secret, alice.id, NOBODYS, 'no id', '__proto__', open];
    await bobs.subscribe(ids);
    await bobs.until({ type: 'subscribed' });
    expect(bobs.heard).toEqual([
      {
        type: 'subscribed',
        data: {
          channels: [
            { id: open, seq: await head(open) },
            { id: serverId, seq: await head(serverId) },
            { id: bob.id, seq: await head(bob.id) },
          ],
          denied: [secret, alice.id, NOBODYS, 'no id', '__proto__'],
        },
      },
    ]);

    const carols = await ear(carol);
    await carols.subscribe([open, serverId]);
    await carols.until({ type: 'subscribed', data: { channels: [], denied: [open, serverId] } });
  });

  test('those who ask at once are each told what is theirs', async () => {
    const { serverId, open, secret } = await acme();
    const { id: direct } = await alice.call.dms.create({ userIds: [carol.id] });
    const asked = [open, secret, direct, serverId, alice.id, bob.id, carol.id];
    const people = [alice, bob, carol, bob, alice, carol, alice, bob, carol];
    const listening = await Promise.all(people.map(ear));
    await Promise.all(listening.map(({ subscribe }) => subscribe(asked)));
    const heard = new Map([
      [alice, [open, secret, direct, serverId, alice.id]],
      [bob, [open, serverId, bob.id]],
      [carol, [direct, carol.id]],
    ]);
    for (const [index, one] of listening.entries()) {
      await one.until({ type: 'subscribed' });
      const [frame] = one.heard;
      const told = frame?.type === 'subscribed' ? frame.data.channels.map(({ id }) => id) : [];
      expect(told).toEqual(heard.get(people[index] ?? alice));
    }
  });

  test('hears what is sent from then on, in order, with its place', async () => {
    const { open } = await acme();
    await say(alice, open, 'before');
    const bobs = await ear(bob);
    await bobs.subscribe([open]);
    for (const content of ['one', 'two', 'three']) await say(alice, open, content);
    await bobs.untilMessage('three');
    expect(bobs.messages()).toEqual(['one', 'two', 'three']);
    const first = (await head(open)) - 2;
    expect(bobs.places(open)).toEqual([first, first + 1, first + 2]);
  });

  test('a cursor brings what was missed before what is live', async () => {
    const { open } = await acme();
    await say(alice, open, 'one');
    const since = await head(open);
    for (const content of ['two', 'three']) await say(alice, open, content);
    const bobs = await ear(bob);
    await Promise.all([bobs.subscribe([open], { [open]: since }), say(alice, open, 'four')]);
    await bobs.untilMessage('four');
    expect(bobs.messages()).toEqual(['two', 'three', 'four']);
  });

  test('a cursor of 0 brings everything from the beginning, over several pages', async () => {
    const { open } = await acme();
    for (let round = 0; round < 26; round++) {
      await Promise.all(Array.from({ length: 20 }, (_, index) => say(alice, open, `${round}.${index}`)));
    }
    const bobs = await ear(bob);
    await bobs.subscribe([open], { [open]: 0 });
    await say(alice, open, 'last');
    await bobs.untilMessage('last');
    const places = bobs.places(open);
    expect(places).toEqual(Array.from(places, (_, index) => index + 1));
    expect(places.length).toBe(await head(open));
  });

  test('a cursor below what is retained says resync, and then what is live', async () => {
    const { open } = await acme();
    for (const content of ['one', 'two', 'three']) await say(alice, open, content);
    const { events } = tables;
    const gone = (await head(open)) - 2;
    await world.services.db.delete(events).where(and(eq(events.streamId, open), lte(events.seq, gone)));

    const [late, justInTime] = [await ear(bob), await ear(alice)];
    await late.subscribe([open], { [open]: gone - 1 });
    await justInTime.subscribe([open], { [open]: gone });
    await say(alice, open, 'four');
    await Promise.all([late.untilMessage('four'), justInTime.untilMessage('four')]);
    expect(late.heard).toContainEqual({ type: 'resync', data: { channelId: open, seq: gone + 2 } });
    expect(late.messages()).toEqual(['four']);
    expect(justInTime.messages()).toEqual(['two', 'three', 'four']);
    expect(justInTime.heard.map(({ type }) => type)).not.toContain('resync');
  });

  test('a cursor ahead of the stream is refused and changes nothing', async () => {
    const { open, serverId } = await acme();
    const bobs = await ear(bob);
    await refusedWith('INVALID_INPUT', bobs.subscribe([serverId, open], { [open]: (await head(open)) + 1 }));
    await say(alice, open, 'unheard');
    await bobs.subscribe([serverId]);
    await bobs.until({ type: 'subscribed' });
    expect(bobs.heard).toHaveLength(1);
  });

  test('again without a cursor goes on as it was; with one goes back', async () => {
    const { open } = await acme();
    const bobs = await ear(bob);
    await bobs.subscribe([open]);
    await say(alice, open, 'one');
    await bobs.subscribe([open]);
    await say(alice, open, 'two');
    await bobs.untilMessage('two');
    expect(bobs.messages()).toEqual(['one', 'two']);
    await bobs.subscribe([open], { [open]: (await head(open)) - 2 });
    await say(alice, open, 'three');
    await bobs.untilMessage('three');
    expect(bobs.messages()).toEqual(['one', 'two', 'one', 'two', 'three']);
  });

  test('unsubscribe ends a stream alone', async () => {
    const { open, serverId } = await acme();
    const bobs = await ear(bob);
    await bobs.subscribe([open, serverId]);
    bobs.unsubscribe(open, NOBODYS);
    await say(alice, open, 'unheard');
    await alice.call.servers.update({ serverId, name: 'Renamed' });
    await bobs.until({ type: 'server.updated' });
    expect(bobs.messages()).toEqual([]);
  });
});

describe('losing access', () => {
  test('removed from a private channel: the event itself, access.revoked, and nothing later', async () => {
    const { serverId, secret } = await acme();
    await alice.call.channels.addMember({ serverId, channelId: secret, userId: bob.id });
    const bobs = await ear(bob);
    await bobs.subscribe([secret]);
    await say(alice, secret, 'with bob');
    await alice.call.channels.removeMember({ serverId, channelId: secret, userId: bob.id });
    await say(alice, secret, 'without bob');
    await bobs.until({ type: 'access.revoked' });
    await bobs.subscribe([secret]);
    await bobs.until({ type: 'subscribed', data: { channels: [], denied: [secret] } });
    expect(bobs.heard.map(({ type }) => type)).toEqual([
      'subscribed',
      'message.created',
      'member.left',
      'access.revoked',
      'subscribed',
    ]);
    expect(bobs.heard).toContainEqual({ type: 'access.revoked', data: { serverId, channelId: secret } });
  });

  test('removed while catching up: the replay stops', async () => {
    const { serverId, secret } = await acme();
    await alice.call.channels.addMember({ serverId, channelId: secret, userId: bob.id });
    for (let index = 0; index < 30; index++) await say(alice, secret, `${index}`);
    const bobs = await ear(bob);
    await Promise.all([
      bobs.subscribe([secret], { [secret]: 0 }),
      alice.call.channels.removeMember({ serverId, channelId: secret, userId: bob.id }),
    ]);
    await say(alice, secret, 'without bob');
    await say(alice, secret, 'still without bob');
    await bobs.subscribe([bob.id]);
    await bobs.until({
      type: 'subscribed',
      data: { channels: [{ id: bob.id, seq: await head(bob.id) }], denied: [] },
    });
    expect(bobs.messages()).not.toContain('without bob');
  });

  test('leaving a public channel leaves it readable; leaving the server does not', async () => {
    const { serverId, open } = await acme();
    await bob.call.channels.join({ serverId, channelId: open });
    const bobs = await ear(bob);
    await bobs.subscribe([open, serverId, bob.id]);
    await bob.call.channels.leave({ serverId, channelId: open });
    await say(alice, open, 'still readable');
    await bobs.untilMessage('still readable');

    await alice.call.servers.removeMember({ serverId, userId: bob.id });
    await say(alice, open, 'unheard');
    await bobs.until({ type: 'access.revoked', data: { serverId, channelId: open } });
    await bobs.until({ type: 'access.revoked', data: { serverId, channelId: null } });
    await bobs.until({ type: 'access.revoked', data: expect.objectContaining({ streamId: bob.id }) });
    expect(bobs.messages()).toEqual(['still readable']);
  });

  test('a server that is deleted takes all its streams along', async () => {
    const { serverId, open, secret } = await acme();
    const alices = await ear(alice);
    await alices.subscribe([open, secret, serverId]);
    await alice.call.servers.delete({ serverId });
    for (const channelId of [open, secret, null]) {
      await alices.until({ type: 'access.revoked', data: { serverId, channelId } });
    }
    expect(alices.heard).toContainEqual(expect.objectContaining({ type: 'server.deleted' }));
  });

  test('a channel that is deleted says so and ends', async () => {
    const { serverId, open } = await acme();
    const bobs = await ear(bob);
    await bobs.subscribe([open]);
    await alice.call.channels.delete({ serverId, channelId: open });
    await bobs.until({ type: 'access.revoked', data: { serverId, channelId: open } });
    expect(bobs.heard.map(({ type }) => type)).toEqual(['subscribed', 'channel.deleted', 'access.revoked']);
  });

  test('whoever is added again hears again, from a cursor too', async () => {
    const { serverId, secret } = await acme();
    const member = { serverId, channelId: secret, userId: bob.id };
    await alice.call.channels.addMember(member);
    await alice.call.channels.removeMember(member);
    await say(alice, secret, 'meanwhile');
    await alice.call.channels.addMember(member);
    const bobs = await ear(bob);
    await bobs.subscribe([secret], { [secret]: 0 });
    await say(alice, secret, 'now');
    await bobs.untilMessage('now');
    expect(bobs.messages()).toEqual(['meanwhile', 'now']);
  });
});

describe('a session that is over ends its feeds', () => {
  test('by signing out', async () => {
    const dave = await world.person('dave');
    const daves = await ear(dave);
    await dave.call.auth.logout();
    await daves.untilEnded();
    expect(daves.ending).toBe('session-over');
  });

  test('where another node has ended it, without a word on the bus', async () => {
    const erin = await world.person('erin');
    const erins = await ear(erin);
    await world.services.db.delete(tables.sessions).where(eq(tables.sessions.userId, erin.id));
    await erins.untilEnded();
    expect(erins.ending).toBe('session-over');
  });
});

describe('a consumer that does not keep up', () => {
  test('is sent away once a mebibyte waits for it, and loses nothing', async () => {
    const { open } = await acme();
    const since = await head(open);
    const endings: string[] = [];
    const { userId, sessionId } = {
      userId: bob.id,
      sessionId: (await bob.call.auth.sessions())[0]?.id ?? '',
    };
    const feed = hub.connect(
      { userId, sessionId, isBot: false },
      { onEnd: (ending) => endings.push(ending) },
    );
    const deliveries = feed.deliveries();
    await feed.subscribe({ channelIds: [open], since: new Map() });
    expect((await deliveries.next()).value).toHaveLength(1);
    const content = 'x'.repeat(4000);
    for (let sent = 0; endings.length === 0; sent++) {
      expect(sent).toBeLessThan(400);
      await say(alice, open, content);
    }
    expect(endings).toEqual(['behind']);
    expect(await deliveries.next()).toEqual({ done: true, value: undefined });

    const bobs = await ear(bob);
    await bobs.subscribe([open], { [open]: since });
    await say(alice, open, 'last');
    await bobs.untilMessage('last');
    expect(bobs.places(open)).toEqual(bobs.places(open).map((_, index) => since + 1 + index));
  });
});
