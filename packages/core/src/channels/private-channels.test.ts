import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { channelStream, serverStream } from '../log/streams.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';

let world: World;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let serverId: string;

beforeAll(async () => {
  world = await createWorld();
  [alice, bob, carol] = await Promise.all([
    world.person('alice'),
    world.person('bob'),
    world.person('carol'),
  ]);
});
afterAll(() => world.close());
beforeEach(async () => {
  serverId = (await createServerWith(alice, bob, carol)).id;
});

const create = (someone: TestUser, name: string, isPrivate = false) =>
  someone.call.channels.create({ serverId, name, isPrivate });

describe('who is in no private channel cannot tell that there are any', () => {
  test('by names: those of public channels are unique among themselves alone', async () => {
    const secret = await create(bob, 'plans', true);
    const open = await create(carol, 'plans');
    expect(open.name).toBe(secret.name);
    await create(carol, 'plans', true);
    await refusedWith('CHANNEL_NAME_TAKEN', create(carol, 'Plans'));
    const other = await create(alice, 'other');
    await refusedWith(
      'CHANNEL_NAME_TAKEN',
      alice.call.channels.update({ serverId, channelId: other.id, name: 'plans' }),
    );
  });

  test('by anything that they read: it is the same with and without private channels', async () => {
    const kinds = fc.array(fc.boolean(), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(kinds, async (isPrivate) => {
        const seen = async (withPrivate: boolean) => {
          serverId = (await createServerWith(alice, bob, carol)).id;
          for (const [n, hidden] of isPrivate.entries()) {
            if (!hidden || withPrivate) await create(bob, `room-${n}`, hidden);
          }
          const listed = await carol.call.channels.list({ serverId });
          const logged = await world.log(serverStream(serverId));
          return {
            listed: listed.map(({ name, position, memberCount }) => ({ name, position, memberCount })),
            logged: logged.map(({ type, data: { seq } }) => ({ type, seq })),
          };
        };
        expect(await seen(true)).toEqual(await seen(false));
      }),
      { numRuns: 8 },
    );
  });
});

describe('the last member of a private channel', () => {
  const goneBy: Array<[string, (path: { serverId: string; channelId: string }) => Promise<unknown>]> = [
    ['leaving it', (path) => bob.call.channels.leave(path)],
    ['removing themselves', (path) => bob.call.channels.removeMember({ ...path, userId: bob.id })],
    ['leaving the server', () => bob.call.servers.leave({ serverId })],
    ['being removed from the server', () => alice.call.servers.removeMember({ serverId, userId: bob.id })],
    ['being banned', () => alice.call.servers.ban({ serverId, userId: bob.id })],
  ];
  test.each(goneBy)('archives it by %s', async (_way, leave) => {
    const { id: channelId } = await create(bob, 'plans', true);
    const message = await bob.call.messages.send({ channelId, content: 'hello' });
    await leave({ serverId, channelId });
    await expect
      .poll(async () => (await world.log(channelStream(channelId))).at(-1))
      .toMatchObject({ type: 'channel.updated', data: { id: channelId, archived: true, memberCount: 0 } });
    for (const someone of [alice, bob, carol]) {
      await refusedWith('CHANNEL_NOT_FOUND', someone.call.messages.list({ channelId }));
      await refusedWith('MESSAGE_NOT_FOUND', someone.call.messages.get({ messageId: message.id }));
    }
  });

  test('is the last, bots included: one that stays can add people', async () => {
    const { id: channelId } = await create(bob, 'plans', true);
    const path = { serverId, channelId };
    const made = await bob.call.bots.create({ username: `helper-${serverId.slice(-12)}` });
    const bot = world.userWithToken(made.bot.id, made.token);
    await bob.call.servers.addMember({ serverId, userId: bot.id });
    await bob.call.channels.addMember({ ...path, userId: bot.id });
    await bob.call.channels.leave(path);
    expect(await bot.call.channels.addMember({ ...path, userId: carol.id })).toMatchObject({ id: carol.id });
    expect(await carol.call.channels.get(path)).toMatchObject({ archived: false, memberCount: 2 });
    for (const someone of [bot, carol]) await someone.call.channels.leave(path);
    expect(
      (await world.log(channelStream(channelId))).filter(({ type }) => type === 'channel.updated'),
    ).toHaveLength(1);
  });

  test.each(goneBy)('leaves a public channel as it is by %s', async (_way, leave) => {
    const { id: channelId } = await create(bob, 'plans');
    await leave({ serverId, channelId });
    const channel = () => alice.call.channels.get({ serverId, channelId });
    await expect.poll(channel).toMatchObject({ archived: false, memberCount: 0 });
    await world.services.background.idle();
    expect(await channel()).toMatchObject({ archived: false });
  });

  test('leaves it archived once when two leave at the same time', async () => {
    const { id: channelId } = await create(bob, 'plans', true);
    const path = { serverId, channelId };
    await bob.call.channels.addMember({ ...path, userId: carol.id });
    await Promise.all([bob.call.channels.leave(path), carol.call.channels.leave(path)]);
    const types = (await world.log(channelStream(channelId))).map(({ type }) => type);
    expect(types).toEqual([
      'member.joined',
      'member.joined',
      'member.left',
      'member.left',
      'channel.updated',
    ]);
  });
});

describe('positions', () => {
  test('of public channels count up without gaps, at most to the bound', async () => {
    await create(bob, 'secret', true);
    const first = await create(bob, 'first');
    const hidden = await create(bob, 'hidden', true);
    const second = await create(bob, 'second');
    expect([first, hidden, second].map(({ position }) => position)).toEqual([1, 2, 2]);
    await alice.call.channels.update({ serverId, channelId: first.id, position: 1_000_000 });
    expect((await create(bob, 'third')).position).toBe(1_000_000);
  });
});
