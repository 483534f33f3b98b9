import { tables } from '@palaver/db';
import { and, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { channelStream, serverStream, userStream } from '../log/streams.js';
import { createServices } from '../services.js';
import { createServerWith } from './create-server.js';
import { refusedWith } from './expect.js';
import { createWorld, type TestUser, type World } from './world.js';

/** More than one transaction takes. */
const CHANNELS = 70;
const SERVERS = 20;

/** A server, 50 channels, and who leaves with their bots. */
const STREAMS_MAX = 60;

let world: World;
let alice: TestUser;
let bob: TestUser;
beforeEach(async () => {
  world = await createWorld();
  [alice, bob] = [await world.person('alice'), await world.person('bob')];
});
afterEach(() => world.close());

/** The most streams that one transaction has written to: an event's row names the transaction that wrote it. */
async function mostStreamsWritten(): Promise<number> {
  const [row] = await world.services.db.execute(sql`
    select max(streams)::int as most
    from (select count(distinct stream_id) as streams from ${tables.events} group by xmin::text) written`);
  return Number(row?.most);
}

/** A server of alice's with bob and a bot of his, both in many channels, every second of them private. */
async function crowdedServer() {
  const { id: serverId } = await createServerWith(alice, bob);
  const { bot, token } = await bob.call.bots.create({ username: 'robot' });
  await bob.call.servers.addMember({ serverId, userId: bot.id });
  const channelIds: string[] = [];
  for (let n = 0; n < CHANNELS; n++) {
    const { id: channelId } = await bob.call.channels.create({
      serverId,
      name: `room-${n}`,
      isPrivate: n % 2 === 0,
    });
    if (n < 20) await bob.call.channels.addMember({ serverId, channelId, userId: bot.id });
    channelIds.push(channelId);
  }
  return { serverId, channelIds, robot: world.userWithToken(bot.id, token) };
}

async function membershipsOf(...userIds: string[]): Promise<number> {
  const { channelMembers } = tables;
  const rows = await Promise.all(
    userIds.map((userId) => world.services.db.$count(channelMembers, eq(channelMembers.userId, userId))),
  );
  return rows.reduce((sum, count) => sum + count, 0);
}

/** Ends the background work, as a process that dies does: what requests leave behind stays in the database. */
const die = () => world.services.close();

/** Another process on the same database. */
async function inAnotherProcess(): Promise<void> {
  const another = createServices({ ...world.services, bus: world.services.bus });
  await another.background.idle();
  await another.close();
}

describe('leaving a server with many channels', () => {
  test('from the answer on nothing is read or posted, and then the channels are left', async () => {
    const { serverId, channelIds, robot } = await crowdedServer();
    await die();
    await alice.call.servers.removeMember({ serverId, userId: bob.id });
    expect(await membershipsOf(bob.id, robot.id)).toBeGreaterThan(0);
    for (const channelId of [channelIds[0] ?? '', channelIds.at(-1) ?? '', channelIds.at(-2) ?? '']) {
      for (const { call } of [bob, robot]) {
        await refusedWith('CHANNEL_NOT_FOUND', call.messages.list({ channelId }));
        await refusedWith('CHANNEL_NOT_FOUND', call.messages.send({ channelId, content: 'still here' }));
        await refusedWith('CHANNEL_NOT_FOUND', call.channels.get({ serverId, channelId }));
      }
    }
    await refusedWith('SERVER_NOT_FOUND', bob.call.channels.list({ serverId }));

    await inAnotherProcess();
    expect(await membershipsOf(bob.id, robot.id)).toBe(0);
    expect(await world.services.db.$count(tables.serverDepartures)).toBe(0);
    for (const [index, channelId] of channelIds.entries()) {
      const left = (await world.log(channelStream(channelId))).filter(({ type }) => type === 'member.left');
      const members = index < 20 ? [bob.id, robot.id] : [bob.id];
      expect(left.map(({ data }) => 'userId' in data && data.userId).sort()).toEqual(members.sort());
      expect(left.at(-1)).toMatchObject({ data: { memberCount: 0 } });
    }
    const { channels } = tables;
    const rows = await world.services.db.select().from(channels).where(eq(channels.serverId, serverId));
    // Nobody sees a private channel without members.
    expect(rows.filter(({ archived }) => archived).every(({ isPrivate }) => isPrivate)).toBe(true);
    expect(rows.filter(({ archived }) => archived)).toHaveLength(CHANNELS / 2);
    expect(
      (await world.log(userStream(bob.id))).filter(({ type }) => type === 'access.revoked'),
    ).toHaveLength(1);
    expect(await mostStreamsWritten()).toBeLessThanOrEqual(STREAMS_MAX);
  });

  test('who comes back before all channels are left waits, and is in none of them then', async () => {
    const { serverId, channelIds } = await crowdedServer();
    await die();
    await bob.call.servers.leave({ serverId });
    const { code } = await alice.call.servers.createInvite({ serverId });
    await refusedWith('BUSY', bob.call.servers.acceptInvite({ code }));
    await inAnotherProcess();
    await bob.call.servers.acceptInvite({ code });
    await refusedWith(
      'CHANNEL_NOT_FOUND',
      bob.call.channels.get({ serverId, channelId: channelIds.at(-2) ?? '' }),
    );
    expect(await membershipsOf(bob.id)).toBeLessThanOrEqual(1);
  });

  test('a server that is deleted meanwhile needs no more', async () => {
    const { serverId } = await crowdedServer();
    await die();
    await bob.call.servers.leave({ serverId });
    await alice.call.servers.delete({ serverId });
    const before = await world.log(serverStream(serverId));
    await inAnotherProcess();
    expect(await world.log(serverStream(serverId))).toEqual(before);
  });

  test('a deleted bot leaves its servers, one at a time', async () => {
    const { serverId, robot } = await crowdedServer();
    const { id: another } = await createServerWith(bob);
    await bob.call.servers.addMember({ serverId: another, userId: robot.id });
    await die();
    await bob.call.bots.delete({ botId: robot.id });
    await inAnotherProcess();
    for (const id of [serverId, another]) {
      const { serverMembers } = tables;
      const isMember = and(eq(serverMembers.serverId, id), eq(serverMembers.userId, robot.id));
      expect(await world.services.db.$count(serverMembers, isMember)).toBe(0);
    }
    expect(await membershipsOf(robot.id)).toBe(0);
  });
});

describe('a profile in many servers', () => {
  async function joinServers(): Promise<string[]> {
    const serverIds: string[] = [];
    for (let n = 0; n < SERVERS; n++) serverIds.push((await createServerWith(alice, bob)).id);
    return serverIds;
  }

  const profilesIn = async (serverId: string) =>
    (await world.log(serverStream(serverId))).flatMap((event) =>
      event.type === 'user.updated' ? [event.data.displayName] : [],
    );

  test('the answer waits for none of them, and each hears of the last change', async () => {
    const serverIds = await joinServers();
    await die();
    await bob.call.users.updateMe({ displayName: 'Robert' });
    await bob.call.users.updateMe({ displayName: 'Bobby' });
    for (const serverId of serverIds) expect(await profilesIn(serverId)).toEqual([]);
    await inAnotherProcess();
    for (const serverId of serverIds) expect(await profilesIn(serverId)).toEqual(['Bobby']);
    expect(await world.services.db.$count(tables.unpublishedProfiles)).toBe(0);
    expect(await mostStreamsWritten()).toBeLessThanOrEqual(3);
  });

  test('changes while the servers are told: none hears an older one after a newer one', async () => {
    const serverIds = await joinServers();
    const names = Array.from({ length: 10 }, (_, n) => `Bob ${n}`);
    for (const displayName of names) await bob.call.users.updateMe({ displayName });
    await world.services.background.idle();
    for (const serverId of serverIds) {
      const heard = await profilesIn(serverId);
      expect(heard.at(-1)).toBe('Bob 9');
      expect(heard).toEqual([...new Set(heard)].sort());
    }
  });

  test('a server that was left meanwhile is not told', async () => {
    const [serverId = ''] = await joinServers();
    await die();
    await bob.call.users.updateMe({ displayName: 'Robert' });
    await bob.call.servers.leave({ serverId });
    await inAnotherProcess();
    expect(await profilesIn(serverId)).toEqual([]);
    expect(await world.services.db.$count(tables.unpublishedProfiles)).toBe(0);
  });
});

test('deleting a group of many channels, which takes none out of it where it is refused', async () => {
  const { serverId, channelIds } = await crowdedServer();
  const { id: groupId } = await alice.call.groups.create({ serverId, name: 'Rooms' });
  const { channels } = tables;
  await world.services.db.update(channels).set({ groupId }).where(eq(channels.serverId, serverId));
  await refusedWith('ADMIN_REQUIRED', bob.call.groups.delete({ serverId, groupId }));
  expect(await world.services.db.$count(channels, eq(channels.groupId, groupId))).toBe(CHANNELS + 1);
  const key = alice.withKey('delete-group');
  expect(await key.call.groups.delete({ serverId, groupId })).toEqual({ ok: true });
  const repetition = alice.withKey('delete-group');
  expect(await repetition.call.groups.delete({ serverId, groupId })).toEqual({ ok: true });
  expect(repetition.replyHeaders.get('Idempotent-Replayed')).toBe('true');
  for (const channelId of channelIds) {
    const updates = (await world.log(channelStream(channelId))).filter(
      ({ type }) => type === 'channel.updated',
    );
    expect(updates).toMatchObject([{ data: { id: channelId, groupId: null } }]);
  }
  expect((await world.log(serverStream(serverId))).at(-1)).toMatchObject({ type: 'group.deleted' });
  expect(await mostStreamsWritten()).toBeLessThanOrEqual(STREAMS_MAX);
});
