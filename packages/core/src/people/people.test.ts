import { tables } from '@palaver/db';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, PASSWORD, type TestUser, type World } from '../testing/world.js';

let world: World;
let alice: TestUser;
let bob: TestUser;
let stranger: TestUser;
let serverId: string;

const named = async (username: string, displayName: string) => {
  const person = await world.person(username);
  await person.call.users.updateMe({ displayName });
  return person;
};

beforeAll(async () => {
  world = await createWorld();
  alice = await named('alice', 'Álice Marsh');
  bob = await named('bob', 'Robert Alison');
  stranger = await named('alistair', 'Alistair');
  const others = [
    await named('x.malik', 'Kit'),
    await named('percent', '50%_off'),
    await named('ming', '王小明'),
    await named('zoe', 'Zoë Müller-Straße'),
  ];
  ({ id: serverId } = await createServerWith(alice, bob, ...others));
});
afterAll(() => world.close());

type Input = Parameters<TestUser['call']['users']['search']>[0];
const found = async (who: TestUser, input: Input) =>
  (await who.call.users.search(input)).map(({ username }) => username);

describe('users.search', () => {
  test('finds the beginnings of names first, then those of words, then other parts', async () => {
    expect(await found(alice, { q: 'ali' })).toEqual(['alice', 'bob', 'x.malik']);
    expect(await found(alice, { q: 'AL' })).toEqual(['alice', 'bob']);
    expect(await found(alice, { q: ' álice ' })).toEqual(['alice']);
    expect(await found(alice, { q: 'ali', limit: 1 })).toEqual(['alice']);
  });

  test.each([
    ['muller', ['zoe']],
    ['strasse', ['zoe']],
    ['zoë m', ['zoe']],
    ['ler-str', ['zoe']],
    ['小明', ['ming']],
    ['明', ['ming']],
    ['50%', ['percent']],
    ['%', []],
    ['%%%', []],
    ['_of', ['percent']],
    ["o'; drop", []],
    ['{a,b}', []],
    ['\\\\\\', []],
    ['nobody', []],
  ])('%j finds %j', async (q, usernames) => {
    expect(await found(alice, { q })).toEqual(usernames);
  });

  test('finds nobody whom the caller does not meet, and those of a direct message', async () => {
    expect(await found(stranger, { q: 'ali' })).toEqual([]);
    expect(await found(bob, { q: 'alistair' })).toEqual([]);
    await stranger.call.dms.create({ userIds: [bob.id] });
    expect(await found(bob, { q: 'alistair' })).toEqual(['alistair']);
    expect(await found(stranger, { q: 'ali' })).toEqual(['alistair', 'bob']);
    expect(await found(alice, { q: 'alistair' })).toEqual([]);
    expect(await found(bob, { q: 'alistair', serverId })).toEqual([]);
  });

  test('a member who has left finds and is found no more', async () => {
    const emma = await named('emma', 'Emma');
    const { id } = await createServerWith(emma, alice);
    expect(await found(alice, { q: 'emma' })).toEqual(['emma']);
    await alice.call.servers.leave({ serverId: id });
    expect(await found(alice, { q: 'emma' })).toEqual([]);
    expect(await found(emma, { q: 'alice' })).toEqual([]);
    await refusedWith('SERVER_NOT_FOUND', found(alice, { q: 'emma', serverId: id }));
    await createServerWith(emma, alice);
    expect(await found(alice, { q: 'emma' })).toEqual(['emma']);
  });

  test('in a channel it finds those who can read it', async () => {
    const open = await alice.call.channels.create({ serverId, name: 'open' });
    const secret = await alice.call.channels.create({ serverId, name: 'secret', isPrivate: true });
    const dm = await alice.call.dms.create({ userIds: [bob.id] });
    await alice.call.channels.addMember({ serverId, channelId: secret.id, userId: bob.id });
    const zoe = await world.anonymous.call.auth.login({ username: 'zoe', password: PASSWORD });
    const other = world.userWithToken(zoe.user.id, zoe.token);
    expect(await found(other, { q: 'ali', channelId: open.id })).toEqual(['alice', 'bob', 'x.malik']);
    expect(await found(bob, { q: 'ali', channelId: secret.id })).toEqual(['alice', 'bob']);
    expect(await found(bob, { q: 'ali', channelId: dm.id })).toEqual(['alice', 'bob']);
    for (const { id: channelId } of [secret, dm])
      await refusedWith('CHANNEL_NOT_FOUND', found(other, { q: 'ali', channelId }));
    await refusedWith('CHANNEL_NOT_FOUND', found(stranger, { q: 'ali', channelId: open.id }));
    await refusedWith('CHANNEL_NOT_FOUND', found(alice, { q: 'ali', channelId: 'nonsense' }));
    await refusedWith('SERVER_NOT_FOUND', found(stranger, { q: 'ali', serverId }));
    await refusedWith('INVALID_INPUT', found(alice, { q: 'ali', serverId, channelId: open.id }));
  });

  test('a bot is found, marked as one, and finds; a deleted one is not found', async () => {
    const { bot, token } = await alice.call.bots.create({ username: 'helper', displayName: 'Ally' });
    await alice.call.servers.addMember({ serverId, userId: bot.id });
    expect(await bob.call.users.search({ q: 'ally' })).toMatchObject([{ id: bot.id, bot: true }]);
    expect(await found(world.userWithToken(bot.id, token), { q: 'robert' })).toEqual(['bob']);
    await alice.call.bots.update({ botId: bot.id, displayName: 'Zed' });
    expect(await found(bob, { q: 'ally' })).toEqual([]);
    await alice.call.bots.delete({ botId: bot.id });
    expect(await found(bob, { q: 'helper' })).toEqual([]);
  });

  test('a new name is found at once and the old one is not, also among accounts from before the index', async () => {
    const { db } = world.services;
    const older = { foundAs: null, nameParts: null, foundForm: 1 };
    await db.update(tables.users).set(older).where(eq(tables.users.id, bob.id));
    expect(await found(alice, { q: 'robert' })).toEqual([]);
    await world.services.background.idle();
    expect(await found(alice, { q: 'robert' })).toEqual(['bob']);
    await bob.call.users.updateMe({ displayName: 'Quentin' });
    expect(await found(alice, { q: 'robert' })).toEqual([]);
    expect(await found(alice, { q: 'uent' })).toEqual(['bob']);
    await bob.call.users.updateMe({ displayName: 'Robert Alison', status: 'away' });
    expect(await found(alice, { q: 'robert' })).toEqual(['bob']);
  });

  test.each([
    { q: '' },
    { q: '   ' },
    { q: 'x'.repeat(65) },
    { q: 'nul\0' },
    { q: 'a', limit: 0 },
    { q: 'a', limit: 1.5 },
  ])('refuses %j', async (input) => {
    await refusedWith('INVALID_INPUT', found(alice, input));
  });

  test('needs a token', async () => {
    await refusedWith('UNAUTHENTICATED', found(world.anonymous, { q: 'ali' }));
  });

  test('serves a limit above 50 as 50, in the same order each time', async () => {
    await fill(60, 'crowd');
    const all = await found(alice, { q: 'crowd', limit: 1_000 });
    expect(all).toEqual(Array.from({ length: 50 }, (_, n) => `crowd-${n + 100}`));
    expect(await found(alice, { q: 'crowd', limit: 7 })).toEqual(all.slice(0, 7));
  });
});

/** Adds members to the server, without their events; their names are indexed. */
async function fill(count: number, name: string): Promise<void> {
  const { db, background } = world.services;
  await db.execute(sql`
    with made as (
      insert into users (id, username, display_name, created_at)
      select gen_random_uuid(), ${name}::text || '-' || (99 + n), 'Person', now() from generate_series(1, ${count}) n
      returning id)
    insert into server_members (server_id, user_id, role, joined_at) select ${serverId}, id, 'member', now() from made`);
  await db.execute(sql`
    update servers set member_count = (select count(*) from server_members where server_id = ${serverId})
    where id = ${serverId}`);
  await background.idle();
}
