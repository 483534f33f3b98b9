import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { channelStream, serverStream } from '../log/streams.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { DEFAULT_CHANNELS_MAX } from './default-channels.js';

let world: World;
let alice: TestUser;
let bob: TestUser;
let serverId: string;
let names = 0;

beforeAll(async () => {
  world = await createWorld();
  [alice, bob] = await Promise.all([world.person('alice'), world.person('bob')]);
});
afterAll(() => world.close());
beforeEach(async () => {
  serverId = (await createServerWith(alice, bob)).id;
});

const channelsOf = (someone: TestUser) => someone.call.channels.list({ serverId });
const memberIds = async (channelId: string) =>
  (await alice.call.channels.members({ serverId, channelId })).map(({ id }) => id).sort();
const mark = (channelId: string, joinedByDefault = true) =>
  alice.call.channels.update({ serverId, channelId, joinedByDefault });

async function join(): Promise<TestUser> {
  const person = await world.person(`joiner-${++names}`);
  const { code } = await alice.call.servers.createInvite({ serverId });
  await person.call.servers.acceptInvite({ code });
  return person;
}

describe('joining a server', () => {
  test('joins general, and publishes it in the streams of the channel and of the server', async () => {
    const [general] = await channelsOf(alice);
    expect(general).toMatchObject({ name: 'general', joinedByDefault: true, memberCount: 2 });
    const channelId = general?.id ?? '';
    expect(await memberIds(channelId)).toEqual([alice.id, bob.id].sort());
    const joined = { type: 'member.joined', data: { channelId, user: { id: bob.id }, memberCount: 2 } };
    expect((await world.log(channelStream(channelId))).at(-1)).toMatchObject(joined);
    expect((await world.log(serverStream(serverId))).at(-1)).toMatchObject(joined);
  });

  test('joins what the server marks, whatever it is called, and nothing else', async () => {
    const [general] = await channelsOf(alice);
    const { id: news } = await alice.call.channels.create({ serverId, name: 'news' });
    const { id: other } = await alice.call.channels.create({ serverId, name: 'other' });
    expect(await mark(news)).toMatchObject({ joinedByDefault: true });
    await mark(general?.id ?? '', false);
    const carol = await join();
    expect(await memberIds(news)).toEqual([alice.id, carol.id].sort());
    expect(await memberIds(other)).toEqual([alice.id]);
    expect(await memberIds(general?.id ?? ''), 'those who are in the server already').toEqual(
      [alice.id, bob.id].sort(),
    );
  });

  test('joins no archived or deleted channel, and bots join as people do', async () => {
    const [general] = await channelsOf(alice);
    const { id: gone } = await alice.call.channels.create({ serverId, name: 'gone' });
    const { id: old } = await alice.call.channels.create({ serverId, name: 'old' });
    for (const id of [gone, old]) await mark(id);
    await alice.call.channels.delete({ serverId, channelId: gone });
    await alice.call.channels.update({ serverId, channelId: old, archived: true });
    const { bot } = await alice.call.bots.create({ username: `helper-${++names}` });
    await alice.call.servers.addMember({ serverId, userId: bot.id });
    expect(await memberIds(old)).toEqual([alice.id]);
    expect(await memberIds(general?.id ?? '')).toContain(bot.id);
  });

  test('again after leaving joins again, and many at once are all in', async () => {
    const [general] = await channelsOf(alice);
    await bob.call.servers.leave({ serverId });
    expect(await memberIds(general?.id ?? '')).toEqual([alice.id]);
    const { code } = await alice.call.servers.createInvite({ serverId });
    await Promise.all([join(), join(), join(), bob.call.servers.acceptInvite({ code })]);
    expect(await memberIds(general?.id ?? '')).toHaveLength(5);
    expect((await channelsOf(alice)).at(-1)?.memberCount).toBe(5);
  });
});

describe('marking a channel', () => {
  test('is for admins who see it, and not for a private channel', async () => {
    const { id: open } = await bob.call.channels.create({ serverId, name: 'open' });
    const { id: secret } = await alice.call.channels.create({ serverId, name: 'secret', isPrivate: true });
    const input = { serverId, channelId: open, joinedByDefault: true };
    await refusedWith('ADMIN_REQUIRED', bob.call.channels.update(input));
    await refusedWith('INVALID_INPUT', mark(secret));
    await refusedWith('INVALID_INPUT', alice.call.channels.update({ ...input, isPrivate: true }));
    expect(await mark(open)).toMatchObject({ joinedByDefault: true });
    const hidden = await alice.call.channels.update({ serverId, channelId: open, isPrivate: true });
    expect(hidden).toMatchObject({ isPrivate: true, joinedByDefault: false });
  });

  test('has a bound, which one that is taken away makes room under', async () => {
    const ids: string[] = [];
    for (let n = 0; n < DEFAULT_CHANNELS_MAX; n++) {
      ids.push((await alice.call.channels.create({ serverId, name: `default-${n}` })).id);
    }
    const [last = '', ...others] = ids;
    for (const id of others) await mark(id);
    await refusedWith('TOO_MANY_DEFAULT_CHANNELS', mark(last));
    await mark(others[0] ?? '', false);
    await mark(last);
    const carol = await join();
    const joined = await Promise.all(ids.map(async (id) => (await memberIds(id)).includes(carol.id)));
    expect(joined.filter(Boolean)).toHaveLength(DEFAULT_CHANNELS_MAX - 1);
  });
});
