import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { channelStream, serverStream } from '../log/streams.js';
import { refusedWith } from '../testing/expect.js';
import { createRoles, type Roles } from '../testing/roles.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';

let world: World;
let roles: Roles;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let robot: TestUser;
/** Alice, who owns the server, bob and the bot are in the channel; carol is not in the server. */
let path: { serverId: string; channelId: string };

beforeAll(async () => {
  world = await createWorld();
  roles = await createRoles(world);
  ({ alice, bob, carol, robot } = roles);
});
afterAll(() => world.close());
beforeEach(async () => {
  const serverId = await roles.newServer();
  const { id: channelId } = await alice.call.channels.create({ serverId, name: 'talk' });
  path = { serverId, channelId };
  await bob.call.channels.join(path);
  await robot.call.channels.join(path);
});

const setDefault = (who: TestUser, defaultNotificationLevel: 'all' | 'mentions' | 'nothing' | null) =>
  who.call.channels.update({ ...path, defaultNotificationLevel });
const post = (content: string) => alice.call.messages.send({ channelId: path.channelId, content });

async function kinds(who: TestUser): Promise<string[]> {
  await Promise.all(world.services.consumers.map((consumer) => consumer.idle()));
  const items = await who.call.notifications.list({ limit: 100 });
  return items.filter(({ channelId }) => channelId === path.channelId).map(({ kind }) => kind);
}

test('an admin sets and clears it, and those who see the channel hear of it', async () => {
  expect(await bob.call.channels.get(path)).toMatchObject({ defaultNotificationLevel: null });
  expect(await setDefault(alice, 'all')).toMatchObject({ defaultNotificationLevel: 'all' });
  const event = { type: 'channel.updated', data: { defaultNotificationLevel: 'all' } };
  expect((await world.log(channelStream(path.channelId))).at(-1)).toMatchObject(event);
  const told = await world.log(serverStream(path.serverId));
  expect(told.at(-1)).toMatchObject(event);
  // What is so already is no event.
  await setDefault(alice, 'all');
  expect(await world.log(serverStream(path.serverId))).toEqual(told);
  expect(await setDefault(alice, null)).toMatchObject({ defaultNotificationLevel: null });
});

test('nobody else sets it', async () => {
  await refusedWith('ADMIN_REQUIRED', setDefault(bob, 'all'));
  await refusedWith('ADMIN_REQUIRED', setDefault(robot, 'all'));
  await refusedWith('SERVER_NOT_FOUND', setDefault(carol, 'all'));
  await refusedWith(
    'UNAUTHENTICATED',
    world.anonymous.call.channels.update({ ...path, defaultNotificationLevel: 'all' }),
  );
  await refusedWith('INVALID_INPUT', setDefault(alice, 'some' as 'all'));
  await bob.call.servers.leave({ serverId: path.serverId });
  await refusedWith('SERVER_NOT_FOUND', setDefault(bob, 'all'));
  expect(await alice.call.channels.get(path)).toMatchObject({ defaultNotificationLevel: null });
});

test('"all" makes an item for each member who has set no level, and for no one else', async () => {
  await post('before');
  await setDefault(alice, 'all');
  await post('one');
  expect([await kinds(bob), await kinds(alice), await kinds(robot)]).toEqual([['channel'], [], []]);
  await bob.call.notifications.readAll();
  await bob.call.notificationPreferences.setForServer({ serverId: path.serverId, level: 'mentions' });
  await post('two');
  expect(await kinds(bob)).toEqual(['channel']);
});

test('"nothing" keeps not even a mention, but for who has set another level', async () => {
  await setDefault(alice, 'nothing');
  await post('@bob one');
  expect(await kinds(bob)).toEqual([]);
  await bob.call.notificationPreferences.setForChannel({ ...path, level: 'mentions' });
  await post('@bob two');
  expect(await kinds(bob)).toEqual(['mention']);
});

test('is explained, and a preference of the person is over it', async () => {
  const { effectiveForChannel, effectiveForChannelById, effectiveForServer, setForServer } =
    bob.call.notificationPreferences;
  await setDefault(alice, 'nothing');
  const explained = await effectiveForChannel(path);
  expect(explained).toMatchObject({ level: 'nothing', from: { level: 'channelDefault' } });
  expect(explained.outcomes[0]).toEqual({
    message: 'mention',
    kind: null,
    notifies: false,
    silence: null,
    reason: 'It makes no item: the level is "nothing" (the default of the channel).',
  });
  expect(await effectiveForChannelById({ channelId: path.channelId })).toMatchObject({
    from: { level: 'channelDefault' },
  });
  expect(await effectiveForServer({ serverId: path.serverId })).toMatchObject({
    level: 'mentions',
    from: { level: 'default' },
  });
  await setForServer({ serverId: path.serverId, level: 'all' });
  expect(await effectiveForChannel(path)).toMatchObject({ level: 'all', from: { level: 'server' } });
});
