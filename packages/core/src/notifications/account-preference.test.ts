import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userStream } from '../log/streams.js';
import { refusedWith } from '../testing/expect.js';
import { createRoles, type Roles } from '../testing/roles.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';

let world: World;
let roles: Roles;
let alice: TestUser;
let bob: TestUser;
let robot: TestUser;
/** Alice, who owns the server, and bob are in the channel. */
let path: { serverId: string; channelId: string };

beforeAll(async () => {
  world = await createWorld();
  roles = await createRoles(world);
  ({ alice, bob, robot } = roles);
});
afterAll(() => world.close());
beforeEach(async () => {
  const serverId = await roles.newServer();
  const { id: channelId } = await alice.call.channels.create({ serverId, name: 'talk' });
  path = { serverId, channelId };
  await bob.call.channels.join(path);
  await set({ level: null, mutedUntil: null, quietDays: null, keywords: null });
});

type Fields = Parameters<TestUser['call']['notificationPreferences']['setForAccount']>[0];
const set = (fields: Fields, who = bob) => who.call.notificationPreferences.setForAccount(fields);
const get = (who = bob) => who.call.notificationPreferences.getForAccount();
const post = (content: string, who = alice) => who.call.messages.send({ channelId: path.channelId, content });

async function items(who = bob) {
  await Promise.all(world.services.consumers.map((consumer) => consumer.idle()));
  const all = await who.call.notifications.list({ limit: 100 });
  return all.filter(({ channelId }) => channelId === path.channelId);
}
const kinds = async (who = bob) => (await items(who)).map(({ kind }) => kind);

describe('the preference of an account', () => {
  test('is set, told of in the own stream, changed in part and cleared', async () => {
    const first = await set({
      level: 'nothing',
      quietDays: ['sunday', 'saturday', 'sunday'],
      keywords: [' Release train ', 'C++'],
    });
    expect(first).toMatchObject({
      serverId: null,
      channelId: null,
      level: 'nothing',
      quietStart: null,
      quietDays: ['saturday', 'sunday'],
      keywords: ['Release train', 'C++'],
    });
    const event = { type: 'preference.updated', data: first };
    expect((await world.log(userStream(bob.id))).at(-1)).toMatchObject(event);
    expect(await get()).toEqual(first);
    expect(await set({ level: 'all' })).toMatchObject({ level: 'all', keywords: first.keywords });
    expect(await set({})).toMatchObject({ level: 'all' });
    expect(await set({ keywords: [], quietDays: [] })).toMatchObject({ quietDays: [], keywords: [] });
  });

  test('is not that of a direct message or of a server, which have no keywords', async () => {
    await set({ level: 'nothing', keywords: ['deploy'] });
    const dm = await alice.call.dms.create({ userIds: [bob.id] });
    const unset = { level: null, quietDays: null, keywords: null };
    const { getForDm, getForServer } = bob.call.notificationPreferences;
    expect(await getForDm({ channelId: dm.id })).toMatchObject({ ...unset, channelId: dm.id });
    expect(await getForServer(path)).toMatchObject({ ...unset, serverId: path.serverId });
  });

  test('is the own one of each person, and not for bots or for nobody', async () => {
    await set({ keywords: ['deploy'] });
    expect(await get(alice)).toMatchObject({ keywords: [], updatedAt: null });
    await refusedWith('PEOPLE_ONLY', set({ level: 'all' }, robot));
    await refusedWith('PEOPLE_ONLY', get(robot));
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.notificationPreferences.getForAccount());
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.notificationPreferences.setForAccount({}));
  });

  test.each([
    [{ keywords: Array.from({ length: 51 }, (_, n) => `word ${n}`) }],
    [{ keywords: ['x'.repeat(51)] }],
    [{ keywords: ['deploy', ' DEPLOY '] }],
    [{ keywords: ['   '] }],
    [{ keywords: ['\u200b'] }],
    [{ keywords: ['a\0b'] }],
    [{ keywords: [1] }],
    [{ keywords: 'deploy' }],
    [{ quietDays: ['someday'] }],
    [{ quietDays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] }],
  ])('does not take %j', async (fields) => {
    const before = await set({ keywords: ['kept'], quietDays: ['sunday'] });
    await refusedWith('INVALID_INPUT', set(fields as Fields));
    expect(await get()).toEqual(before);
  });

  test('takes fifty keywords of fifty characters', async () => {
    const keywords = Array.from({ length: 50 }, (_, n) => String(n).padStart(50, '語'));
    expect((await set({ keywords })).keywords).toEqual(keywords);
  });

  test('two changes of the keywords at once leave one of them whole', async () => {
    const lists = [
      ['a', 'b', 'c'],
      ['d', 'e'],
    ];
    await Promise.all(lists.map((keywords) => set({ keywords })));
    expect(lists).toContainEqual((await get()).keywords);
  });
});

describe('its level', () => {
  test('"all" makes items of every channel, and a server overrides it', async () => {
    await set({ level: 'all' });
    await post('one');
    expect(await kinds()).toEqual(['channel']);
    await bob.call.notifications.readAll();
    await bob.call.notificationPreferences.setForServer({ serverId: path.serverId, level: 'mentions' });
    await post('two');
    expect((await items()).filter(({ readAt }) => readAt === null)).toEqual([]);
  });

  test('is explained as what the account says', async () => {
    await set({ level: 'nothing', mutedUntil: '9999-01-01T00:00:00Z', quietDays: ['monday'] });
    const { effectiveForServer } = bob.call.notificationPreferences;
    // A Monday at noon.
    const explained = await effectiveForServer({ ...path, at: '2026-06-01T12:00:00Z' });
    expect(explained).toMatchObject({
      level: 'nothing',
      quietDays: ['monday'],
      from: { level: 'account', mutedUntil: 'account', quietDays: 'account', quietHours: 'default' },
    });
    await set({ level: 'all', mutedUntil: null });
    const { outcomes } = await effectiveForServer({ ...path, at: '2026-06-01T12:00:00Z' });
    expect(outcomes.find(({ message }) => message === 'keyword')).toMatchObject({
      kind: 'keyword',
      notifies: false,
      reason:
        'It makes an item without disturbing you: it is quiet on monday (set for your account) in UTC (the default).',
    });
  });
});

describe('a keyword', () => {
  test('makes an item for who has it, of a post and of a reply, and not for its author', async () => {
    await set({ keywords: ['deploy', 'release train'] });
    const root = await post('We Deploy at noon.');
    await post('nothing of this');
    await post('I redeploy', bob);
    await alice.call.messages.send({
      channelId: path.channelId,
      content: 'the *release train* leaves',
      threadId: root.id,
    });
    await alice.call.messages.send({
      channelId: path.channelId,
      content: 'the release train leaves',
      threadId: root.id,
    });
    expect(await items()).toMatchObject([
      { kind: 'keyword', threadId: root.id },
      { kind: 'keyword', threadId: root.id },
      { kind: 'keyword', messageId: root.id, authorId: alice.id, count: 1, silent: false },
    ]);
    await post('deploy', bob);
    expect(await kinds(alice)).toEqual([]);
  });

  test('is not heard of by who is not in the channel, has blocked the author, or wants nothing of it', async () => {
    await set({ keywords: ['deploy'] });
    await bob.call.channels.leave(path);
    await post('deploy one');
    expect(await kinds()).toEqual([]);
    await bob.call.channels.join(path);
    expect(await kinds()).toEqual([]);
    await bob.call.users.block({ userId: alice.id });
    await post('deploy two');
    expect(await kinds()).toEqual([]);
    await bob.call.users.unblock({ userId: alice.id });
    await bob.call.notificationPreferences.setForServer({ serverId: path.serverId, level: 'nothing' });
    await post('deploy three');
    expect(await kinds()).toEqual([]);
  });

  test('that an edit adds tells of nothing, and its item goes with the message', async () => {
    await set({ keywords: ['deploy'] });
    const { id: messageId } = await post('we ship');
    expect(await kinds()).toEqual([]);
    await alice.call.messages.edit({ messageId, content: 'we deploy' });
    expect(await kinds()).toEqual([]);
    const { id } = await post('deploy');
    expect(await kinds()).toEqual(['keyword']);
    await alice.call.messages.delete({ messageId: id });
    expect(await kinds()).toEqual([]);
  });
});
