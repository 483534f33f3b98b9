import { tables } from '@palaver/db';
import { describe, expect, test } from 'vitest';
import { serverStream } from '../../log/streams.js';
import { createServices } from '../../services.js';
import { refusedWith } from '../../testing/expect.js';
import type { TestUser } from '../../testing/world.js';
import {
  contentsOf,
  createPrivateChannel,
  expectDense,
  type Fixture,
  typesOf,
  useFixture,
} from '../channel.fixture.js';

let fixture: Fixture;
useFixture((fresh) => {
  fixture = fresh;
});

const HOUR_MS = 3600 * 1000;
const post = async (content: string, who: TestUser = fixture.bob, channelId = fixture.channelId) =>
  (await who.call.messages.send({ channelId, content })).id;
const remove = (who: TestUser = fixture.admin, userId = fixture.bob.id, hours = 24) =>
  who.call.servers.deleteMessagesOf({ serverId: fixture.serverId, userId, hours });
const idle = () => fixture.world.services.background.idle();
const history = async (channelId = fixture.channelId, who = fixture.alice) =>
  contentsOf(await who.call.messages.list({ channelId, limit: 100 }));
const acts = async () =>
  (await fixture.alice.call.servers.auditLog({ serverId: fixture.serverId })).filter(
    ({ act }) => act !== 'member.roleChanged',
  );

describe('servers.deleteMessagesOf', () => {
  test('deletes what the user has posted in the time, in the log as well, and nothing else', async () => {
    const { alice, bob, carol, admin, world, serverId, channelId } = fixture;
    await post('bob, long ago');
    world.clock.advance(25 * HOUR_MS);
    const root = await post('carol', carol);
    const reply = (await bob.call.messages.reply({ messageId: root, content: 'bob replies' })).id;
    await alice.call.messages.reply({ messageId: root, content: 'alice replies' });
    const edited = await post('bob before');
    await bob.call.messages.edit({ messageId: edited, content: 'bob after' });
    await post(`carol says "userId":"${bob.id}"`, carol);
    const gone = await post('bob takes it back');
    await bob.call.messages.delete({ messageId: gone });
    const { id: other } = await bob.call.channels.create({ serverId, name: 'other' });
    await post('bob elsewhere', bob, other);
    await remove();
    await idle();
    expect(await history()).toEqual([`carol says "userId":"${bob.id}"`, 'carol', 'bob, long ago']);
    expect(await history(other)).toEqual([]);
    const thread = await alice.call.messages.thread({ messageId: root });
    expect(contentsOf(thread)).toEqual(['alice replies']);
    expect(await alice.call.messages.get({ messageId: root })).toMatchObject({ replyCount: 1 });
    for (const messageId of [reply, edited])
      await refusedWith('MESSAGE_NOT_FOUND', alice.call.messages.get({ messageId }));
    const log = await fixture.log();
    expectDense(log);
    expect(log.slice(-2)).toMatchObject([
      { type: 'message.deleted', data: { id: reply, threadId: root, channelId } },
      { type: 'message.deleted', data: { id: edited, threadId: null } },
    ]);
    expect(JSON.stringify(log)).not.toMatch(/bob (replies|before|after)/);
    expect(await acts()).toMatchObject([
      {
        act: 'user.messagesDeleted',
        actorId: admin.id,
        targetId: bob.id,
        targetName: 'bob',
        details: { since: new Date(world.clock.now().getTime() - 24 * HOUR_MS).toISOString(), count: 3 },
      },
    ]);
    expect(await world.services.db.$count(tables.messageRemovals)).toBe(0);
  });

  test('leaves channels that the caller does not see, and direct messages', async () => {
    const { alice, bob, admin } = fixture;
    const secret = await createPrivateChannel(fixture);
    await post('bob in secret', bob, secret);
    const dm = await bob.call.dms.create({ userIds: [alice.id] });
    await post('bob in private', bob, dm.id);
    await remove(admin);
    await idle();
    expect(await history(secret)).toEqual(['bob in secret']);
    await remove(alice);
    await idle();
    expect(await history(secret)).toEqual([]);
    expect(await history(dm.id)).toEqual(['bob in private']);
  });

  test('keeps what is posted after the request, and a repetition deletes that', async () => {
    const { world } = fixture;
    await post('before');
    await remove();
    world.clock.advance(1_000);
    await post('after');
    await idle();
    expect(await history()).toEqual(['after']);
    await remove();
    await idle();
    expect(await history()).toEqual([]);
    expect((await acts()).map(({ details }) => details.count)).toEqual([1, 1]);
  });

  test('goes on in parts, on two nodes at once and after a repetition, and counts each message once', async () => {
    const { alice, world } = fixture;
    for (let n = 0; n < 45; n++) await post(`spam ${n}`);
    await post('ham', alice);
    const second = createServices(world.services);
    await Promise.all([remove(), remove()]);
    await Promise.all([idle(), second.background.idle()]);
    await second.close();
    await idle();
    expect(await history()).toEqual(['ham']);
    const log = await fixture.log();
    expectDense(log);
    expect(typesOf(log).filter((type) => type === 'message.deleted')).toHaveLength(45);
    const counts = (await acts()).map(({ details }) => Number(details.count));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(45);
  });

  test('takes reactions, pins and mentions along', async () => {
    const { alice, bob, carol, channelId } = fixture;
    const messageId = await post('@carol look');
    await carol.call.messages.react({ messageId, emoji: '👍' });
    await alice.call.messages.pin({ messageId });
    await remove();
    await idle();
    expect(await alice.call.messages.pins({ channelId })).toEqual([]);
    expect(JSON.stringify(await fixture.log())).not.toContain('👍');
    expect(await bob.call.messages.list({ channelId })).toEqual([]);
  });

  test('is for roles above the user, whether they are still there or not', async () => {
    const { alice, bob, carol, admin, outsider, exMember, bot, world, serverId } = fixture;
    await post('bob was here');
    for (const someone of [outsider, exMember]) await refusedWith('SERVER_NOT_FOUND', remove(someone));
    for (const someone of [carol, bot]) await refusedWith('MODERATOR_REQUIRED', remove(someone));
    await refusedWith('UNAUTHENTICATED', remove(world.anonymous));
    await refusedWith('OWNER_REQUIRED', remove(admin, admin.id));
    await refusedWith('OWNER_REQUIRED', remove(admin, alice.id));
    await refusedWith('USER_NOT_FOUND', remove(admin, 'nonsense'));
    for (const hours of [0, 169, 1.5]) await refusedWith('INVALID_INPUT', remove(admin, bob.id, hours));
    await alice.call.servers.updateMember({ serverId, userId: carol.id, role: 'moderator' });
    await refusedWith('OWNER_REQUIRED', remove(carol, admin.id));
    await idle();
    expect(await history()).toEqual(['bob was here']);
    await bob.call.servers.leave({ serverId });
    await remove(carol);
    await idle();
    expect(await history()).toEqual([]);
    expect(typesOf(await world.log(serverStream(serverId)))).not.toContain('message.deleted');
  });
});

test('a ban deletes what the user has posted, where it is asked for', async () => {
  const { alice, bob, carol, serverId } = fixture;
  await post('bob');
  await post('carol', carol);
  await alice.call.servers.ban({ serverId, userId: carol.id });
  await alice.call.servers.ban({ serverId, userId: bob.id, deleteMessageHours: 1 });
  await idle();
  expect(await history()).toEqual(['carol']);
  expect((await acts()).map(({ act }) => act)).toEqual([
    'user.messagesDeleted',
    'user.banned',
    'user.banned',
  ]);
  const again = { serverId, userId: carol.id, deleteMessageHours: 169 };
  await refusedWith('INVALID_INPUT', alice.call.servers.ban(again));
});
