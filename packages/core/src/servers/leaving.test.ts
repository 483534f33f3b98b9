import { tables } from '@palaver/db';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { channelStream, serverStream, userStream } from '../log/streams.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';

let world: World;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
beforeAll(async () => {
  world = await createWorld();
  [alice, bob, carol] = [await world.person('alice'), await world.person('bob'), await world.person('carol')];
});
afterAll(() => world.close());

let bots = 0;
/** A bot of a member's, in the server. */
async function botOf(owner: TestUser, serverId: string): Promise<TestUser> {
  const { bot, token } = await owner.call.bots.create({ username: `bot-${++bots}` });
  await owner.call.servers.addMember({ serverId, userId: bot.id });
  return world.userWithToken(bot.id, token);
}

/** A server of alice's with bob, bob's bot, and a private channel that both are in. */
async function serverOfBob() {
  const { id: serverId } = await createServerWith(alice, bob, carol);
  const robot = await botOf(bob, serverId);
  const { id: channelId } = await alice.call.channels.create({ serverId, name: 'secret', isPrivate: true });
  for (const { id: userId } of [bob, robot])
    await alice.call.channels.addMember({ serverId, channelId, userId });
  return { serverId, robot, channelId };
}

/** The ways in which bob can leave a server. */
const WAYS = {
  'bob is removed': (serverId: string) => alice.call.servers.removeMember({ serverId, userId: bob.id }),
  'bob leaves': (serverId: string) => bob.call.servers.leave({ serverId }),
};

describe.each(Object.entries(WAYS))('after %s', (_name, leave) => {
  test('his bots are out as well: they neither read nor post', async () => {
    const { serverId, robot, channelId } = await serverOfBob();
    const { id: messageId } = await robot.call.messages.send({ channelId, content: 'I am here' });
    await leave(serverId);
    for (const { call } of [bob, robot]) {
      await refusedWith('SERVER_NOT_FOUND', call.servers.get({ serverId }));
      await refusedWith('CHANNEL_NOT_FOUND', call.messages.list({ channelId }));
      await refusedWith('MESSAGE_NOT_FOUND', call.messages.get({ messageId }));
      await refusedWith('CHANNEL_NOT_FOUND', call.messages.send({ channelId, content: 'still here' }));
    }
    await refusedWith('SERVER_NOT_FOUND', bob.call.servers.addMember({ serverId, userId: robot.id }));
    expect(await alice.call.servers.get({ serverId })).toMatchObject({ memberCount: 2 });
    expect(await alice.call.channels.get({ serverId, channelId })).toMatchObject({ memberCount: 1 });
  });

  test('it is told in the streams of the server, of its channels and of those who left', async () => {
    const { serverId, robot, channelId } = await serverOfBob();
    await leave(serverId);
    const left = { serverId, channelId: null };
    const inServer = (await world.log(serverStream(serverId))).filter(
      ({ type, data }) => type === 'member.left' && data.channelId === null,
    );
    expect(inServer).toMatchObject([
      { type: 'member.left', data: { ...left, userId: bob.id, memberCount: 3 } },
      { type: 'member.left', data: { ...left, userId: robot.id, memberCount: 2 } },
    ]);
    const inChannel = (await world.log(channelStream(channelId))).slice(-2);
    expect(inChannel.map(({ type }) => type)).toEqual(['member.left', 'member.left']);
    expect(inChannel).toMatchObject([{ data: { memberCount: 2 } }, { data: { memberCount: 1 } }]);
    for (const { id } of [bob, robot]) {
      expect((await world.log(userStream(id))).at(-1)).toMatchObject({ type: 'access.revoked', data: left });
    }
  });

  test('the invites of all of them have ended, and those of others stay', async () => {
    const { serverId, robot } = await serverOfBob();
    const invite = ({ call }: TestUser) => call.servers.createInvite({ serverId });
    const [own, bots, others] = [await invite(bob), await invite(robot), await invite(carol)];
    await leave(serverId);
    for (const { code } of [own, bots]) {
      await refusedWith('INVITE_NOT_FOUND', bob.call.servers.getInvite({ code }));
      await refusedWith('INVITE_NOT_FOUND', bob.call.servers.acceptInvite({ code }));
    }
    await bob.call.servers.acceptInvite({ code: others.code });
  });

  test('an invite that he makes at the same moment has ended too', async () => {
    const { serverId } = await serverOfBob();
    const making = Promise.allSettled(
      Array.from({ length: 8 }, () => bob.call.servers.createInvite({ serverId })),
    );
    await leave(serverId);
    await making;
    const { invites } = tables;
    const left = and(eq(invites.serverId, serverId), eq(invites.createdBy, bob.id));
    expect(await world.services.db.$count(invites, left)).toBe(0);
  });

  test('a bot that he adds at the same moment is not in either', async () => {
    const { serverId } = await serverOfBob();
    const { bot } = await bob.call.bots.create({ username: `late-${++bots}` });
    const adding = Promise.allSettled([bob.call.servers.addMember({ serverId, userId: bot.id })]);
    await leave(serverId);
    await adding;
    const members = await alice.call.servers.members({ serverId });
    expect(members.map(({ user }) => user.id).sort()).toEqual([alice.id, carol.id].sort());
  });
});

test('who removes a bot leaves its owner in the server', async () => {
  const { serverId, robot } = await serverOfBob();
  await bob.call.servers.removeMember({ serverId, userId: robot.id });
  expect(await bob.call.servers.get({ serverId })).toMatchObject({ memberCount: 3 });
});
