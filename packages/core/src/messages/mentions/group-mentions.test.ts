import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createServerWith } from '../../testing/create-server.js';
import { createWorld, type TestUser, type World } from '../../testing/world.js';
import { GROUPS_MAX } from './resolve.js';

let world: World;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let dave: TestUser;
let serverId: string;
/** A public channel that alice and bob are in, and a private one. */
let openId: string;
let secretId: string;
/** Bob and carol are in it. Dave is in the server. */
let groupId: string;

beforeAll(async () => {
  world = await createWorld();
  [alice, bob, carol, dave] = [
    await world.person('alice'),
    await world.person('bob'),
    await world.person('carol'),
    await world.person('dave'),
  ];
});
afterAll(() => world.close());
beforeEach(async () => {
  ({ id: serverId } = await createServerWith(alice, bob, carol, dave));
  openId = (await alice.call.channels.create({ serverId, name: 'open' })).id;
  secretId = (await alice.call.channels.create({ serverId, name: 'secret', isPrivate: true })).id;
  await bob.call.channels.join({ serverId, channelId: openId });
  await alice.call.channels.addMember({ serverId, channelId: secretId, userId: bob.id });
  groupId = await newGroup('designers', bob, carol);
});

async function newGroup(handle: string, ...members: TestUser[]): Promise<string> {
  const { id: userGroupId } = await alice.call.userGroups.create({ serverId, handle });
  for (const { id: userId } of members)
    await alice.call.userGroups.addMember({ serverId, userGroupId, userId });
  return userGroupId;
}
const post = (content: string, channelId = openId, who = alice) =>
  who.call.messages.send({ channelId, content });
const settle = async () => {
  await world.services.background.idle();
  await Promise.all(world.services.consumers.map((consumer) => consumer.idle()));
};
async function kinds(who: TestUser): Promise<string[]> {
  await settle();
  const items = await who.call.notifications.list({ limit: 100 });
  return items.filter((item) => item.serverId === serverId).map(({ kind }) => kind);
}
const mentionCount = async (who: TestUser, channelId = openId) =>
  (await who.call.readState.getForChannel({ channelId })).mentionCount;
const NOBODY = { userIds: [], groupIds: [], channel: false, here: false };

describe('a message that names a user group', () => {
  test('carries the group, and mentions its members', async () => {
    const message = await post('Hello @Designers.');
    expect(message.mentions).toEqual({ ...NOBODY, groupIds: [groupId] });
    expect(await bob.call.messages.get({ messageId: message.id })).toMatchObject({
      mentions: message.mentions,
    });
    expect(await mentionCount(bob)).toBe(1);
    // By name, everybody who may read it is mentioned, in the channel or not.
    expect([await kinds(bob), await kinds(carol), await kinds(dave), await kinds(alice)]).toEqual([
      ['mention'],
      ['mention'],
      [],
      [],
    ]);
  });

  test('once for who is named as well, and not its author', async () => {
    const message = await post('@bob @designers @designers', openId, carol);
    expect(message.mentions).toEqual({ ...NOBODY, userIds: [bob.id], groupIds: [groupId] });
    expect([await kinds(bob), await kinds(carol), await mentionCount(bob)]).toEqual([['mention'], [], 1]);
  });

  test('in a private channel mentions those alone who may read it', async () => {
    const root = await post('root', secretId);
    const { id: messageId } = root;
    await alice.call.messages.reply({ messageId, content: '@designers' });
    expect([await kinds(bob), await kinds(carol)]).toEqual([['mention'], []]);
    const typesOf = async (who: TestUser) => (await world.log(who)).map(({ type }) => type);
    expect(await typesOf(bob)).toContain('thread.followed');
    expect((await world.log(carol)).filter(({ data }) => JSON.stringify(data).includes(secretId))).toEqual(
      [],
    );
  });

  test('lets its members follow the thread', async () => {
    const { id: messageId } = await post('root');
    await alice.call.messages.reply({ messageId, content: '@designers' });
    await alice.call.messages.reply({ messageId, content: 'more' });
    expect(await kinds(bob)).toEqual(['thread_reply', 'mention']);
    // As who is mentioned by name without being in the channel.
    expect([await kinds(carol), await kinds(dave)]).toEqual([['mention'], []]);
  });

  test('is not in code, in an address or in a direct message', async () => {
    expect((await post('`@designers` x@designers \\@designers')).mentions).toEqual(NOBODY);
    const { id: dm } = await alice.call.dms.create({ userIds: [bob.id] });
    expect((await post('@designers', dm)).mentions).toEqual(NOBODY);
    // Of another server, too.
    ({ id: serverId } = await createServerWith(alice, bob));
    const { id: other } = await alice.call.channels.create({ serverId, name: 'other' });
    expect((await post('@designers', other)).mentions).toEqual(NOBODY);
  });

  test('is about who is in the group then', async () => {
    await post('@designers');
    await alice.call.userGroups.addMember({ serverId, userGroupId: groupId, userId: dave.id });
    await alice.call.userGroups.removeMember({ serverId, userGroupId: groupId, userId: bob.id });
    expect([await mentionCount(bob), await kinds(dave)]).toEqual([1, []]);
    await post('@designers');
    expect([await mentionCount(bob), await kinds(dave)]).toEqual([1, ['mention']]);
    await alice.call.userGroups.delete({ serverId, userGroupId: groupId });
    expect((await post('@designers')).mentions).toEqual(NOBODY);
    expect(await mentionCount(bob)).toBe(1);
  });

  test('mentions the first groups alone', async () => {
    const handles = Array.from({ length: GROUPS_MAX + 1 }, (_, n) => `team-${n}`);
    const ids = [];
    for (const handle of handles) ids.push(await newGroup(handle, dave));
    const { mentions } = await post(handles.map((handle) => `@${handle}`).join(' '));
    expect(mentions).toEqual({ ...NOBODY, groupIds: ids.slice(0, GROUPS_MAX) });
    expect(await kinds(dave)).toEqual(['mention']);
  });

  test('means the group, whoever has taken its name since', async () => {
    const eve = await world.person('designers');
    const { code } = await alice.call.servers.createInvite({ serverId });
    await eve.call.servers.acceptInvite({ code });
    expect((await post('@designers')).mentions).toEqual({ ...NOBODY, groupIds: [groupId] });
    expect(await kinds(eve)).toEqual([]);
  });
});

describe('an edit', () => {
  test('mentions only whom it adds', async () => {
    const { id: messageId } = await post('hello @designers');
    expect(await kinds(carol)).toEqual(['mention']);
    await alice.call.userGroups.addMember({ serverId, userGroupId: groupId, userId: dave.id });
    const edited = await alice.call.messages.edit({ messageId, content: 'hello again @designers' });
    expect(edited.mentions.groupIds).toEqual([groupId]);
    expect([await kinds(carol), await kinds(dave), await mentionCount(bob)]).toEqual([['mention'], [], 1]);
    await newGroup('writers', dave, carol);
    await alice.call.messages.edit({ messageId, content: 'hello @designers @writers' });
    expect([await kinds(carol), await kinds(dave)]).toEqual([['mention'], ['mention']]);
  });

  test('takes the mention from whom it names no longer', async () => {
    const { id: messageId } = await post('hello @designers @dave');
    await alice.call.messages.edit({ messageId, content: 'hello @dave @bob' });
    expect([await kinds(carol), await kinds(dave), await mentionCount(bob)]).toEqual([[], ['mention'], 1]);
    await alice.call.messages.edit({ messageId, content: 'hello @designers' });
    expect([await kinds(carol), await kinds(dave), await mentionCount(bob)]).toEqual([['mention'], [], 1]);
    await alice.call.messages.delete({ messageId });
    expect([await kinds(carol), await mentionCount(bob)]).toEqual([[], 0]);
  });

  test('of a reply lets the members follow the thread', async () => {
    const { id: messageId } = await post('root');
    const reply = await alice.call.messages.reply({ messageId, content: 'hello' });
    await settle();
    await alice.call.messages.edit({ messageId: reply.id, content: '@designers' });
    await alice.call.messages.reply({ messageId, content: 'more' });
    expect(await kinds(bob)).toEqual(['thread_reply', 'mention']);
  });
});
