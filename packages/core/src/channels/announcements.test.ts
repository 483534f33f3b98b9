import { tables } from '@palaver/db';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { purgeTurns } from '../channels/slow-mode.js';
import { channelStream } from '../log/streams.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';

let world: World;
let alice: TestUser;
let mona: TestUser;
let bob: TestUser;
let outsider: TestUser;
let path: { serverId: string; channelId: string };

beforeAll(async () => {
  world = await createWorld();
  alice = await world.person('alice');
  mona = await world.person('mona');
  bob = await world.person('bob');
  outsider = await world.person('oscar');
});
afterAll(() => world.close());

/** A channel of alice's server, in which mona is a moderator and bob a member; nobody else has joined the channel. */
beforeEach(async () => {
  const { id: serverId } = await createServerWith(alice, mona, bob);
  await alice.call.servers.updateMember({ serverId, userId: mona.id, role: 'moderator' });
  const { id: channelId } = await alice.call.channels.create({ serverId, name: 'news' });
  path = { serverId, channelId };
});

const post = (who: TestUser, content = 'hello') =>
  who.call.messages.send({ channelId: path.channelId, content });
const typesOf = async () => (await world.log(channelStream(path.channelId))).map(({ type }) => type);

describe('a channel with a posting role', () => {
  test('is read and reacted to by all, and posted to by that role and those above', async () => {
    const { channelId } = path;
    const changed = await alice.call.channels.update({ ...path, postingRole: 'moderator' });
    expect(changed).toMatchObject({ postingRole: 'moderator', slowModeSeconds: 0 });
    const { id: messageId } = await post(mona);
    await post(alice);
    const before = await typesOf();
    await refusedWith('POSTING_RESTRICTED', post(bob));
    await refusedWith('POSTING_RESTRICTED', bob.call.messages.reply({ messageId, content: 'first!' }));
    expect(await typesOf()).toEqual(before);
    expect(await bob.call.messages.list({ channelId })).toHaveLength(2);
    await bob.call.messages.react({ messageId, emoji: '👍' });
    await refusedWith('CHANNEL_NOT_FOUND', post(outsider));
    await alice.call.channels.update({ ...path, postingRole: 'member' });
    await post(bob);
  });

  test('holds for who has posted before, from the change on', async () => {
    await post(bob);
    await alice.call.channels.update({ ...path, postingRole: 'admin' });
    await refusedWith('POSTING_RESTRICTED', post(bob));
    await refusedWith('POSTING_RESTRICTED', post(mona));
  });

  test('is set by admins alone, to a role', async () => {
    await refusedWith('ADMIN_REQUIRED', mona.call.channels.update({ ...path, postingRole: 'member' }));
    const postingRole = 'robot' as 'member';
    await refusedWith('INVALID_INPUT', alice.call.channels.update({ ...path, postingRole }));
  });
});

describe('a channel with slow mode', () => {
  const slow = (slowModeSeconds: number) => alice.call.channels.update({ ...path, slowModeSeconds });
  /** Lets time pass for all who have posted. */
  async function pass(seconds: number): Promise<void> {
    const { slowModePosts } = tables;
    const postedAt = sql`${slowModePosts.postedAt} - make_interval(secs => ${seconds})`;
    await world.services.db.update(slowModePosts).set({ postedAt });
  }

  test('lets a member post again after the wait, which the refusal tells', async () => {
    await slow(60);
    await post(bob);
    await expect(post(bob)).rejects.toMatchObject({
      errorCode: 'SLOW_MODE',
      issues: [{ path: 'seconds', message: expect.stringMatching(/^(59|60)$/) }],
    });
    await pass(30);
    await refusedWith('SLOW_MODE', post(bob));
    await pass(30);
    await post(bob);
    await slow(0);
    await post(bob);
    await post(bob);
  });

  test('counts each member alone, replies as well, and not those with a role', async () => {
    await slow(60);
    const { id: messageId } = await post(mona);
    await post(mona);
    await post(alice);
    await bob.call.messages.reply({ messageId, content: 'a reply' });
    await refusedWith('SLOW_MODE', post(bob));
  });

  test('is not shortened by deleting the message, or by leaving and coming back', async () => {
    await slow(60);
    const { id: messageId } = await post(bob);
    await bob.call.messages.delete({ messageId });
    await bob.call.channels.leave(path);
    await refusedWith('SLOW_MODE', post(bob));
    expect((await bob.call.channels.members(path)).map(({ id }) => id)).not.toContain(bob.id);
  });

  test('takes one of many posts at once, and its retry gets the first answer', async () => {
    await slow(60);
    await bob.call.channels.join(path);
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, (_, n) => post(bob, `try ${n}`)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await typesOf()).filter((type) => type === 'message.created')).toHaveLength(1);
    await pass(60);
    const keyed = () => bob.call.messages.send({ channelId: path.channelId, content: 'once', nonce: 'n-1' });
    const first = await keyed();
    expect(await keyed()).toEqual(first);
  });

  test.each([-1, 6 * 3600 + 1, 1.5])('takes no wait of %s seconds', async (seconds) => {
    await refusedWith('INVALID_INPUT', slow(seconds));
  });

  test('takes any wait of up to six hours', async () => {
    for (const slowModeSeconds of [1, 6 * 3600, 0]) {
      expect(await slow(slowModeSeconds)).toMatchObject({ slowModeSeconds });
    }
  });

  test('leaves no row once nobody waits for it', async () => {
    await slow(60);
    await post(bob);
    await purgeTurns(world.services.db);
    await refusedWith('SLOW_MODE', post(bob));
    await pass(6 * 3600);
    await purgeTurns(world.services.db);
    expect(await world.services.db.$count(tables.slowModePosts)).toBe(0);
  });
});
