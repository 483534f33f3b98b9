import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusedWith } from '../testing/expect.js';
import type { TestUser } from '../testing/world.js';
import { type BotWorld, createBotWorld } from './world.fixture.js';

let world: BotWorld;
beforeAll(async () => {
  world = await createBotWorld();
});
afterAll(() => world.close());

const invoke = (caller: TestUser, given: object = {}) =>
  // Some inputs have no type.
  (caller.call.interactions.invoke as (given: object) => Promise<{ readonly id: string }>)({
    channelId: world.channelId,
    botId: world.robot.id,
    name: 'deploy',
    options: { environment: 'prod' },
    ...given,
  });

describe('invoking a command', () => {
  test('the bot hears what was typed, and the caller what became of it', async () => {
    const { bob, robot, serverId, channelId, alice } = world;
    const root = await alice.call.messages.send({ channelId, content: 'a thread' });
    const options = {
      environment: 'prod',
      count: 3,
      share: 0.5,
      force: true,
      note: 'now',
      to: alice.id.toUpperCase(),
      in: channelId,
    };
    const interaction = await bob.call.interactions.invoke({
      channelId,
      botId: robot.id.toUpperCase(),
      name: 'deploy',
      threadId: root.id,
      options,
    });
    const about = {
      id: interaction.id,
      kind: 'command',
      botId: robot.id,
      userId: bob.id,
      serverId,
      channelId,
      threadId: root.id,
      name: 'deploy',
      messageId: null,
      componentId: null,
    };
    expect(interaction).toEqual({
      ...about,
      createdAt: world.clock.now().toISOString(),
      expiresAt: new Date(world.clock.now().getTime() + 15 * 60_000).toISOString(),
      answers: 0,
    });
    expect((await world.own(robot, 'interaction.created')).at(-1)).toMatchObject({
      ...about,
      options: { ...options, to: alice.id },
      values: [],
      streamId: robot.id,
    });
    for (const party of [bob, robot]) {
      expect(await party.call.interactions.get({ interactionId: interaction.id })).toEqual(interaction);
    }
    for (const stranger of [alice, world.eve]) {
      await refusedWith(
        'INTERACTION_NOT_FOUND',
        stranger.call.interactions.get({ interactionId: interaction.id }),
      );
    }
    await refusedWith('INTERACTION_NOT_FOUND', bob.call.interactions.get({ interactionId: 'nonsense' }));
  });

  test('a retry asks the bot once', async () => {
    const { bob, robot, channelId } = world;
    const asked = async () => (await world.own(robot, 'interaction.created')).length;
    const before = await asked();
    const given = { channelId, botId: robot.id, name: 'ping' };
    const first = await bob.withKey('ping-1').call.interactions.invoke(given);
    expect(await bob.withKey('ping-1').call.interactions.invoke(given)).toEqual(first);
    expect(await asked()).toBe(before + 1);
    await refusedWith(
      'IDEMPOTENCY_KEY_REUSED',
      bob.withKey('ping-1').call.interactions.invoke({ ...given, name: 'deploy' }),
    );
  });

  test.each([
    ['without one that is required', {}],
    ['an option that there is not', { environment: 'prod', other: 1 }],
    ['one that every object has', { environment: 'prod', constructor: 'x' }],
    ['a value that is no choice', { environment: 'production' }],
    ['a number as a text', { environment: 'prod', count: '3' }],
    ['half an integer', { environment: 'prod', count: 1.5 }],
    ['too few', { environment: 'prod', count: 0 }],
    ['too many', { environment: 'prod', count: 10 }],
    ['a short text', { environment: 'prod', note: 'x' }],
    ['a long text', { environment: 'prod', note: 'xxxxxx' }],
    ['a text that is no boolean', { environment: 'prod', force: 'true' }],
    ['a name as a user', { environment: 'prod', to: 'alice' }],
    ['a user that there is not', { environment: 'prod', to: '00000000-0000-7000-8000-000000000000' }],
    ['a channel that there is not', { environment: 'prod', in: '00000000-0000-7000-8000-000000000000' }],
    ['a list', { environment: ['prod'] }],
    ['null', { environment: null }],
    ['half of a surrogate pair', { environment: '\ud800' }],
    ['1,001 characters', { environment: 'x'.repeat(1001) }],
    ['11 options', Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`o${n}`, 1]))],
  ])('refuses %s', async (_name, options) => {
    const before = (await world.own(world.robot, 'interaction.created')).length;
    await refusedWith('INVALID_INPUT', invoke(world.bob, { options }));
    expect(await world.own(world.robot, 'interaction.created')).toHaveLength(before);
  });

  test('a channel that the caller may not see is no value', async () => {
    const { alice, bob, serverId } = world;
    const secret = await alice.call.channels.create({ serverId, name: 'hidden', isPrivate: true });
    const options = { environment: 'prod', in: secret.id };
    await refusedWith('INVALID_INPUT', invoke(bob, { options }));
    await invoke(alice, { options });
  });

  test('needs a command of a bot that may read the channel', async () => {
    const { alice, bob, serverId } = world;
    await refusedWith('COMMAND_NOT_FOUND', invoke(bob, { name: 'destroy' }));
    await refusedWith('COMMAND_NOT_FOUND', invoke(bob, { botId: alice.id }));
    await refusedWith('COMMAND_NOT_FOUND', invoke(bob, { botId: 'nonsense' }));
    const secret = await alice.call.channels.create({ serverId, name: 'no-bots', isPrivate: true });
    await refusedWith('COMMAND_NOT_FOUND', invoke(alice, { channelId: secret.id }));
    const gone = await world.bot('gone');
    await gone.call.interactions.setCommands({ botId: gone.id, commands: [{ name: 'a', description: 'b' }] });
    await alice.call.bots.delete({ botId: gone.id });
    await refusedWith('COMMAND_NOT_FOUND', invoke(bob, { botId: gone.id, name: 'a', options: {} }));
    const stranger = await world.eve.call.bots.create({ username: 'stranger' });
    await world.eve.call.interactions.setCommands({
      botId: stranger.bot.id,
      commands: [{ name: 'a', description: 'b' }],
    });
    await refusedWith('COMMAND_NOT_FOUND', invoke(bob, { botId: stranger.bot.id, name: 'a', options: {} }));
  });

  test('needs the right to post', async () => {
    const { alice, bob, eve, anonymous, serverId } = world;
    await refusedWith('CHANNEL_NOT_FOUND', invoke(eve));
    await refusedWith('UNAUTHENTICATED', invoke(anonymous));
    const news = await world.channel('news', { postingRole: 'admin' });
    await refusedWith('POSTING_RESTRICTED', invoke(bob, { channelId: news }));
    const old = await world.channel('old', { archived: true });
    await refusedWith('CHANNEL_ARCHIVED', invoke(bob, { channelId: old }));
    await refusedWith('MESSAGE_NOT_FOUND', invoke(bob, { threadId: bob.id }));
    const carol = await world.person('carol');
    const { code } = await alice.call.servers.createInvite({ serverId });
    await carol.call.servers.acceptInvite({ code });
    await invoke(carol);
    await alice.call.servers.removeMember({ serverId, userId: carol.id });
    await refusedWith('CHANNEL_NOT_FOUND', invoke(carol));
  });

  test('takes a turn in a channel with slow mode, and waits for that of a post', async () => {
    const { alice, bob } = world;
    const slow = await world.channel('slow', { slowModeSeconds: 60 });
    const given = { channelId: slow };
    await invoke(bob, given);
    await refusedWith('SLOW_MODE', invoke(bob, given));
    await refusedWith('SLOW_MODE', bob.call.messages.send({ ...given, content: 'also' }));
    await invoke(alice, given);
    await invoke(alice, given);
  });

  test('in a direct message with the bot, until it is blocked', async () => {
    const { bob, robot } = world;
    const dm = await bob.call.dms.create({ userIds: [robot.id] });
    const given = { channelId: dm.id, name: 'ping', options: {} };
    await invoke(bob, given);
    await bob.call.users.block({ userId: robot.id });
    await refusedWith('DM_NOT_ALLOWED', invoke(bob, given));
    await bob.call.users.unblock({ userId: robot.id });
  });
});

test('a person asks at most 300 things in fifteen minutes, also with many at once', async () => {
  const small = await createBotWorld();
  const { bob, robot, channelId } = small;
  const ping = () => bob.call.interactions.invoke({ channelId, botId: robot.id, name: 'ping' });
  for (let n = 0; n < 298; n++) await ping();
  const tries = await Promise.allSettled([ping(), ping(), ping(), ping()]);
  expect(tries.map(({ status }) => status).sort()).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  await refusedWith('TOO_MANY_INTERACTIONS', ping());
  await small.pass(15 * 60_000);
  await ping();
  await small.close();
});
