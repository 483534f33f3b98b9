import { tables } from '@palaver/db';
import { describe, expect, test } from 'vitest';
import { attachmentKey } from '../attachments/record.js';
import { serverStream } from '../log/streams.js';
import { maintain } from '../maintenance/maintain.js';
import {
  contentsOf,
  createPrivateChannel,
  expectDense,
  type Fixture,
  storeBytes,
  typesOf,
  uploaded,
  useFixture,
} from '../messages/channel.fixture.js';
import { createServices } from '../services.js';
import { refusedWith } from '../testing/expect.js';

let fixture: Fixture;
useFixture((fresh) => {
  fixture = fresh;
});

const DAY_MS = 24 * 3600 * 1000;
const post = async (content: string, channelId = fixture.channelId) =>
  (await fixture.bob.call.messages.send({ channelId, content })).id;
const reply = async (messageId: string, content: string) =>
  (await fixture.carol.call.messages.reply({ messageId, content })).id;
const setServer = (retentionDays: number | null) =>
  fixture.alice.call.servers.update({ serverId: fixture.serverId, retentionDays });
const setChannel = (retentionDays: number | null, channelId = fixture.channelId) =>
  fixture.alice.call.channels.update({ serverId: fixture.serverId, channelId, retentionDays });
const later = (days: number) => fixture.world.clock.advance(days * DAY_MS);
const history = async (channelId = fixture.channelId) =>
  contentsOf(await fixture.alice.call.messages.list({ channelId, limit: 100 }));
const cleanUp = async () => {
  await maintain(fixture.world.services);
  await fixture.world.services.background.idle();
};
const acts = async (act: string) =>
  (await fixture.alice.call.servers.auditLog({ serverId: fixture.serverId, limit: 100 })).filter(
    (line) => line.act === act,
  );

// As time passes, the sessions of those who do nothing end.
describe('retention', { shuffle: false }, () => {
  test('is set by the owner alone, and the audit log says what it was', async () => {
    const { alice, bob, carol, admin, outsider, exMember, bot, world, serverId, channelId } = fixture;
    for (const someone of [outsider, exMember])
      await refusedWith('SERVER_NOT_FOUND', someone.call.servers.update({ serverId, retentionDays: 1 }));
    for (const someone of [bob, carol, bot])
      await refusedWith('ADMIN_REQUIRED', someone.call.servers.update({ serverId, retentionDays: 1 }));
    await refusedWith('OWNER_REQUIRED', admin.call.servers.update({ serverId, retentionDays: 1 }));
    await refusedWith(
      'OWNER_REQUIRED',
      admin.call.channels.update({ serverId, channelId, retentionDays: 1 }),
    );
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.servers.update({ serverId, retentionDays: 1 }));
    // Whom an override lets manage the channel as well.
    const permissionOverrides = [
      { role: 'member' as const, allow: true, permission: 'manageChannel' as const },
    ];
    await alice.call.channels.update({ serverId, channelId, permissionOverrides });
    await refusedWith(
      'OWNER_REQUIRED',
      bob.call.channels.update({ serverId, channelId, topic: 'x', retentionDays: 1 }),
    );
    expect(await bob.call.channels.get({ serverId, channelId })).toMatchObject({ topic: null });
    for (const days of [0, 3651, 1.5, -1]) await refusedWith('INVALID_INPUT', setServer(days));
    for (const days of [3651, 0.5, -1]) await refusedWith('INVALID_INPUT', setChannel(days));
    expect(await setServer(3650)).toMatchObject({ retentionDays: 3650 });
    expect(await setServer(30)).toMatchObject({ retentionDays: 30 });
    expect(await setChannel(0)).toMatchObject({ retentionDays: 0 });
    expect(await bob.call.servers.get({ serverId })).toMatchObject({ retentionDays: 30 });
    expect(await bob.call.channels.get({ serverId, channelId })).toMatchObject({ retentionDays: 0 });
    expect((await acts('server.updated'))[0]?.details).toEqual({
      changed: 'retentionDays',
      retentionDaysBefore: 3650,
      retentionDays: 30,
    });
    expect((await acts('channel.updated'))[0]?.details).toEqual({
      changed: 'retentionDays',
      retentionDaysBefore: null,
      retentionDays: 0,
    });
    const log = await world.log(serverStream(serverId));
    expect(log).toContainEqual(
      expect.objectContaining({
        type: 'server.updated',
        data: expect.objectContaining({ retentionDays: 30 }),
      }),
    );
    // An admin changes the rest, and says what it is without changing it.
    await admin.call.servers.update({ serverId, name: 'New', retentionDays: 30 });
  });

  test('deletes what is older than the days of the server, with replies, in the log as well, and nothing younger', async () => {
    const { alice, bob, carol, world, channelId } = fixture;
    await setServer(10);
    const old = await post('old root');
    await reply(old, 'old reply');
    const edited = await post('old before');
    await bob.call.messages.edit({ messageId: edited, content: 'old after' });
    await carol.call.messages.react({ messageId: edited, emoji: '👍' });
    await alice.call.messages.pin({ messageId: edited });
    later(6);
    const young = await reply(old, 'young reply');
    await post('young root');
    later(5);
    await cleanUp();
    expect(await history()).toEqual(['young root']);
    expect(contentsOf(await alice.call.messages.thread({ messageId: old }))).toEqual(['young reply']);
    expect(await alice.call.messages.pins({ channelId })).toEqual([]);
    await refusedWith('MESSAGE_NOT_FOUND', alice.call.messages.edits({ messageId: edited }));
    expect(JSON.stringify(await fixture.log())).not.toMatch(/old |👍/);
    expect(await acts('channel.messagesExpired')).toMatchObject([
      { actorId: null, targetId: channelId, targetName: 'open', details: { count: 3 } },
    ]);
    // The reply of a deleted message, which no index of messages finds by its channel, goes when its time has come.
    expect(await world.services.db.$count(tables.deletedRoots)).toBeGreaterThan(0);
    await cleanUp();
    expect(await acts('channel.messagesExpired')).toHaveLength(1);
    later(6);
    await cleanUp();
    await refusedWith('MESSAGE_NOT_FOUND', alice.call.messages.get({ messageId: young }));
    expect(await history()).toEqual([]);
    expect(await world.services.db.$count(tables.deletedRoots)).toBe(0);
    expect(await world.services.db.$count(tables.erasures)).toBe(0);
  });

  test('a channel says it for itself: other days, or for ever', async () => {
    const { alice, serverId } = fixture;
    const { id: short } = await alice.call.channels.create({ serverId, name: 'short' });
    const { id: forEver } = await alice.call.channels.create({ serverId, name: 'for-ever' });
    const secret = await createPrivateChannel(fixture);
    const dm = await fixture.bob.call.dms.create({ userIds: [alice.id] });
    for (const id of [fixture.channelId, short, forEver, secret, dm.id]) await post('text', id);
    await setServer(20);
    await setChannel(2, short);
    await setChannel(0, forEver);
    later(3);
    await cleanUp();
    expect(await history(short)).toEqual([]);
    expect(await history()).toEqual(['text']);
    later(20);
    await cleanUp();
    for (const id of [fixture.channelId, secret]) expect(await history(id)).toEqual([]);
    for (const id of [forEver, dm.id]) expect(await history(id)).toEqual(['text']);
    // The name of a private channel is in no audit log.
    expect((await acts('channel.messagesExpired')).map(({ targetName }) => targetName)).toEqual(
      expect.arrayContaining(['short', 'open', null]),
    );
    await setChannel(null, forEver);
    later(0.9);
    await cleanUp();
    expect(await history(forEver)).toEqual(['text']);
    later(0.1);
    await cleanUp();
    expect(await history(forEver)).toEqual([]);
  });

  test('a change counts a day later, and nothing is deleted until then', async () => {
    await post('text');
    later(30);
    await setServer(7);
    await cleanUp();
    later(0.99);
    await cleanUp();
    expect(await history()).toEqual(['text']);
    await setServer(null);
    later(30);
    await cleanUp();
    expect(await history()).toEqual(['text']);
    await setServer(7);
    later(1);
    await cleanUp();
    expect(await history()).toEqual([]);
  });

  test('a change while it is under way ends it', async () => {
    const { world } = fixture;
    for (let n = 0; n < 25; n++) await post(`text ${n}`);
    await setServer(1);
    later(3);
    await maintain(world.services);
    expect(await world.services.db.$count(tables.erasures)).toBe(1);
    await setServer(3650);
    await world.services.background.idle();
    expect(await world.services.db.$count(tables.erasures)).toBe(0);
  });

  test('removes the files', async () => {
    const { bob, world, channelId } = fixture;
    const file = await uploaded(fixture, bob);
    await storeBytes(world.services, file);
    await bob.call.messages.send({ channelId, content: 'look', attachmentIds: [file] });
    await setServer(1);
    later(3);
    await cleanUp();
    expect(await world.services.db.$count(tables.attachments)).toBe(0);
    expect(await world.services.files.size(attachmentKey(file))).toBeNull();
  });

  test('goes on in parts, on two nodes at once, and counts each message once', async () => {
    const { world } = fixture;
    for (let n = 0; n < 23; n++) {
      const id = await post(`root ${n}`);
      if (n % 3 === 0) await reply(id, `reply ${n}`);
    }
    await setServer(1);
    later(2.5);
    const second = createServices(world.services);
    await Promise.all([maintain(world.services), maintain(world.services)]);
    await Promise.all([world.services.background.idle(), second.background.idle()]);
    await second.close();
    await world.services.background.idle();
    expect(await history()).toEqual([]);
    const log = await fixture.log();
    expectDense(log);
    expect(typesOf(log).filter((type) => type === 'message.deleted')).toHaveLength(31);
    const counts = (await acts('channel.messagesExpired')).map(({ details }) => Number(details.count));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(31);
  });
});
