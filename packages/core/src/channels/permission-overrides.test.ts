import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { channelStream } from '../log/streams.js';
import type { PermissionOverride } from '../protocol/records/channel.js';
import { refusedWith } from '../testing/expect.js';
import { createRoles, type Roles } from '../testing/roles.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';

let world: World;
let roles: Roles;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let dave: TestUser;
let robot: TestUser;
let mona: TestUser;
let path: { serverId: string; channelId: string };

beforeAll(async () => {
  world = await createWorld();
  roles = await createRoles(world);
  ({ alice, bob, carol, dave, robot } = roles);
  mona = await world.person('mona');
});
afterAll(() => world.close());

/** A channel of alice's server, which bob, the bot and mona, a moderator, have joined. */
beforeEach(async () => {
  const serverId = await roles.newServer();
  const { code } = await alice.call.servers.createInvite({ serverId });
  await mona.call.servers.acceptInvite({ code });
  await alice.call.servers.updateMember({ serverId, userId: mona.id, role: 'moderator' });
  const { id: channelId } = await alice.call.channels.create({ serverId, name: 'news' });
  path = { serverId, channelId };
  for (const { call } of [bob, robot, mona]) await call.channels.join(path);
});

type Permission = PermissionOverride['permission'];
const deny = (role: PermissionOverride['role'], permission: Permission) => ({
  role,
  allow: false,
  permission,
});
const allow = (role: PermissionOverride['role'], permission: Permission) => ({
  role,
  allow: true,
  permission,
});
const set = (...permissionOverrides: PermissionOverride[]) =>
  alice.call.channels.update({ ...path, permissionOverrides });
const post = (who: TestUser, content = 'hello') =>
  who.call.messages.send({ channelId: path.channelId, content });
const react = (who: TestUser, messageId: string) => who.call.messages.react({ messageId, emoji: '👍' });

describe('overrides', () => {
  test('are set by admins, and everybody who sees the channel hears of them', async () => {
    const overrides = [deny('member', 'post'), allow('bot', 'post')];
    expect(await set(...overrides)).toMatchObject({ permissionOverrides: overrides });
    const log = await world.log(channelStream(path.channelId));
    expect(log.at(-1)).toMatchObject({ type: 'channel.updated', data: { permissionOverrides: overrides } });
    expect(await bob.call.channels.get(path)).toMatchObject({ permissionOverrides: overrides });
    await set(...overrides);
    expect(await world.log(channelStream(path.channelId))).toEqual(log);
    expect(await set()).toMatchObject({ permissionOverrides: [] });
  });

  test('are set by nobody else', async () => {
    const permissionOverrides = [allow('member', 'manageMessages')];
    for (const [who, code] of [
      [bob, 'ADMIN_REQUIRED'],
      [mona, 'ADMIN_REQUIRED'],
      [robot, 'ADMIN_REQUIRED'],
      [carol, 'SERVER_NOT_FOUND'],
      [dave, 'SERVER_NOT_FOUND'],
      [world.anonymous, 'UNAUTHENTICATED'],
    ] as const)
      await refusedWith(code, who.call.channels.update({ ...path, permissionOverrides }));
    expect(await bob.call.channels.get(path)).toMatchObject({ permissionOverrides: [] });
  });

  test('name each permission of a role once, and only those that there are', async () => {
    const refused = (...overrides: object[]) =>
      refusedWith('INVALID_INPUT', set(...(overrides as PermissionOverride[])));
    await refused(deny('member', 'post'), allow('member', 'post'));
    await refused({ ...deny('member', 'post'), role: 'admin' });
    await refused({ ...deny('member', 'post'), permission: 'write' });
    await refused({ ...deny('member', 'post'), allow: 'no' });
    await refused({ role: 'member', permission: 'post' });
    const all = (['member', 'moderator', 'bot'] as const).flatMap((role) =>
      (['read', 'post', 'react', 'mentionAll', 'manageMessages', 'manageChannel'] as const).map(
        (permission) => deny(role, permission),
      ),
    );
    expect(await set(...all)).toMatchObject({ permissionOverrides: all });
    await refused(...all, deny('bot', 'post'));
  });
});

describe('posting', () => {
  test('is denied to members, and to bots with them, from the change on', async () => {
    await post(bob);
    await set(deny('member', 'post'));
    for (const who of [bob, robot]) await refusedWith('POSTING_RESTRICTED', post(who));
    const { id: messageId } = await post(mona);
    await post(alice);
    await refusedWith('POSTING_RESTRICTED', bob.call.messages.reply({ messageId, content: 'first!' }));
    await react(bob, messageId);
    expect(await bob.call.messages.list({ channelId: path.channelId })).toHaveLength(3);
    await set(deny('member', 'post'), allow('bot', 'post'));
    await post(robot);
    await refusedWith('POSTING_RESTRICTED', post(bob));
    await set(deny('bot', 'post'));
    await post(bob);
    await refusedWith('POSTING_RESTRICTED', post(robot));
  });

  test('is allowed below the posting role, and opens no archived channel and nothing to strangers', async () => {
    await alice.call.channels.update({ ...path, postingRole: 'admin' });
    await set(allow('moderator', 'post'));
    await post(mona);
    await refusedWith('POSTING_RESTRICTED', post(bob));
    await set(allow('member', 'post'));
    await post(bob);
    // Nothing is said of moderators.
    await refusedWith('POSTING_RESTRICTED', post(mona));
    for (const who of [carol, dave]) await refusedWith('CHANNEL_NOT_FOUND', post(who));
    await alice.call.channels.update({ ...path, archived: true });
    await refusedWith('CHANNEL_ARCHIVED', post(bob));
  });

  test('of admins and the owner cannot be denied', async () => {
    await set(deny('member', 'post'), deny('moderator', 'post'));
    await refusedWith('POSTING_RESTRICTED', post(mona));
    await post(alice);
    await alice.call.servers.updateMember({ serverId: path.serverId, userId: mona.id, role: 'admin' });
    await post(mona);
  });
});

test('reactions are denied', async () => {
  const { id: messageId } = await post(alice);
  await react(bob, messageId);
  await set(deny('member', 'react'));
  for (const who of [bob, robot]) await refusedWith('REACTIONS_RESTRICTED', react(who, messageId));
  await refusedWith('REACTIONS_RESTRICTED', bob.call.messages.unreact({ messageId, emoji: '👍' }));
  await react(mona, messageId);
  await post(bob);
});

test('@channel and @here are words like others for who may not mention all', async () => {
  await set(deny('member', 'mentionAll'));
  const { id: messageId, mentions } = await post(bob, '@channel @here @alice');
  expect(mentions).toMatchObject({ channel: false, here: false, userIds: [alice.id] });
  const edited = await bob.call.messages.edit({ messageId, content: '@channel again' });
  expect(edited.mentions).toMatchObject({ channel: false, userIds: [] });
  expect((await post(robot, '@here')).mentions).toMatchObject({ here: false });
  expect((await post(mona, '@channel')).mentions).toMatchObject({ channel: true });
  await set(deny('moderator', 'mentionAll'), allow('bot', 'mentionAll'));
  expect((await post(mona, '@channel')).mentions).toMatchObject({ channel: false });
  expect((await post(bob, '@here')).mentions).toMatchObject({ here: true });
  const { id: dm } = await bob.call.dms.create({ userIds: [alice.id] });
  const sent = await bob.call.messages.send({ channelId: dm, content: '@channel' });
  expect(sent.mentions).toMatchObject({ channel: true });
});

test('messages of others are deleted by members where they may manage them, and not by moderators where they may not', async () => {
  const ids = [];
  for (const n of [1, 2, 3]) ids.push((await post(alice, `message ${n}`)).id);
  const [first = '', second = '', third = ''] = ids;
  await refusedWith('NOT_YOUR_MESSAGE', bob.call.messages.delete({ messageId: first }));
  await set(
    allow('member', 'manageMessages'),
    deny('moderator', 'manageMessages'),
    deny('bot', 'manageMessages'),
  );
  await bob.call.messages.delete({ messageId: first });
  for (const who of [mona, robot])
    await refusedWith('NOT_YOUR_MESSAGE', who.call.messages.delete({ messageId: second }));
  // One's own, whatever is denied.
  const own = await post(mona);
  await mona.call.messages.delete({ messageId: own.id });
  await alice.call.messages.delete({ messageId: third });
  const { id: other } = await alice.call.channels.create({ serverId: path.serverId, name: 'other' });
  const elsewhere = await alice.call.messages.send({ channelId: other, content: 'hello' });
  await refusedWith('NOT_YOUR_MESSAGE', bob.call.messages.delete({ messageId: elsewhere.id }));
});

test('a channel is managed by moderators where they may, but for its overrides', async () => {
  await refusedWith('ADMIN_REQUIRED', mona.call.channels.update({ ...path, topic: 'News' }));
  await set(allow('moderator', 'manageChannel'));
  expect(await mona.call.channels.update({ ...path, topic: 'News' })).toMatchObject({ topic: 'News' });
  await refusedWith('ADMIN_REQUIRED', bob.call.channels.update({ ...path, topic: 'Mine' }));
  await refusedWith('ADMIN_REQUIRED', mona.call.channels.update({ ...path, permissionOverrides: [] }));
  await mona.call.channels.removeMember({ ...path, userId: bob.id });
  const { id: channelId } = await alice.call.channels.create({ serverId: path.serverId, name: 'other' });
  const other = { serverId: path.serverId, channelId };
  await refusedWith('ADMIN_REQUIRED', mona.call.channels.update({ ...other, topic: 'News' }));
  await mona.call.channels.delete(path);
});
