import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serverStream, userStream } from '../log/streams.js';
import { refusedWith } from '../testing/expect.js';
import type { TestUser } from '../testing/world.js';
import { type BotWorld, createBotWorld, DEPLOY } from './world.fixture.js';

let world: BotWorld;
let made = 0;
beforeAll(async () => {
  world = await createBotWorld();
});
afterAll(() => world.close());

const command = (name: string, rest: object = {}) => ({ name, description: 'Does it', ...rest });
/** Some inputs have no type. */
const set = (caller: TestUser, botId: string, commands: unknown) =>
  (caller.call.interactions.setCommands as (given: object) => Promise<unknown>)({ botId, commands });
const names = async (caller: TestUser, channelId = world.channelId) =>
  (await caller.call.interactions.inChannel({ channelId })).map(({ bot, commands }) => [
    bot.username,
    commands.map(({ name }) => name),
  ]);

describe('setting commands', () => {
  test('the bot sets all of them at once, and its owner too', async () => {
    const { alice } = world;
    const robot = await world.bot(`setter-${++made}`);
    const get = () => robot.call.interactions.commands({ botId: robot.id });
    expect(await get()).toMatchObject({ bot: { id: robot.id }, commands: [], updatedAt: null });
    const first = await robot.call.interactions.setCommands({ botId: robot.id, commands: [command('a')] });
    expect(first).toMatchObject({ commands: [{ name: 'a', description: 'Does it', options: [] }] });
    expect(await get()).toEqual(first);
    await alice.call.interactions.setCommands({ botId: robot.id, commands: [command('b'), command('c')] });
    expect((await get()).commands.map(({ name }) => name)).toEqual(['b', 'c']);
    expect(await alice.call.interactions.commands({ botId: robot.id })).toEqual(await get());
    await robot.call.interactions.setCommands({ botId: robot.id, commands: [] });
    expect((await get()).commands).toEqual([]);
  });

  test('everybody else does not find the bot', async () => {
    const { bob, eve, alice, robot, anonymous } = world;
    const other = await world.bot(`setter-${++made}`);
    for (const caller of [bob, eve, other]) {
      await refusedWith('BOT_NOT_FOUND', set(caller, robot.id, []));
      await refusedWith('BOT_NOT_FOUND', caller.call.interactions.commands({ botId: robot.id }));
    }
    for (const botId of [alice.id, 'nonsense', world.serverId]) {
      await refusedWith('BOT_NOT_FOUND', set(alice, botId, []));
      await refusedWith('BOT_NOT_FOUND', set(robot, botId, []));
    }
    await refusedWith('UNAUTHENTICATED', set(anonymous, robot.id, []));
  });

  test('its servers, and those who share a direct message with it, hear of it once', async () => {
    const { bob, robot, serverId } = world;
    await bob.call.dms.create({ userIds: [robot.id] });
    const told = async () =>
      [...(await world.log(serverStream(serverId))), ...(await world.log(userStream(bob.id)))].filter(
        ({ type, data }) => type === 'commands.updated' && data.botId === robot.id,
      ).length;
    await world.services.background.idle();
    const before = await told();
    const { commands } = await robot.call.interactions.commands({ botId: robot.id });
    await set(robot, robot.id, commands);
    await world.services.background.idle();
    expect(await told()).toBe(before);
    await set(robot, robot.id, [...commands, command('more')]);
    await set(robot, robot.id, commands);
    await world.services.background.idle();
    expect(await told()).toBeGreaterThanOrEqual(before + 2);
    expect(await told()).toBeLessThanOrEqual(before + 4);
  });

  const option = (name: string, rest: object = {}) => ({
    name,
    description: 'What',
    type: 'string',
    ...rest,
  });
  const choice = (value: string) => ({ value, label: value });
  test.each([
    ['a name with a capital', [command('Deploy')]],
    ['a name with a space', [command('de ploy')]],
    ['no name', [command('')]],
    ['a long name', [command('x'.repeat(33))]],
    ['no description', [{ name: 'a' }]],
    ['a long description', [command('a', { description: 'x'.repeat(101) })]],
    ['a name twice', [command('a'), command('a')]],
    ['51 commands', Array.from({ length: 51 }, (_, n) => command(`c${n}`))],
    ['11 options', [command('a', { options: Array.from({ length: 11 }, (_, n) => option(`o${n}`)) })]],
    ['an option twice', [command('a', { options: [option('o'), option('o')] })]],
    ['a type that is none', [command('a', { options: [option('o', { type: 'date' })] })]],
    [
      '26 choices',
      [
        command('a', {
          options: [option('o', { choices: Array.from({ length: 26 }, (_, n) => choice(`v${n}`)) })],
        }),
      ],
    ],
    ['a choice twice', [command('a', { options: [option('o', { choices: [choice('v'), choice('v')] })] })]],
    [
      'choices of a number',
      [command('a', { options: [option('o', { type: 'number', choices: [choice('1')] })] })],
    ],
    ['a bound of a user', [command('a', { options: [option('o', { type: 'user', min: 1 })] })]],
    [
      'bounds the wrong way round',
      [command('a', { options: [option('o', { type: 'integer', min: 2, max: 1 })] })],
    ],
    ['half an integer', [command('a', { options: [option('o', { type: 'integer', min: 1.5 })] })]],
    ['a length below none', [command('a', { options: [option('o', { min: -1 })] })]],
    ['a length past the most', [command('a', { options: [option('o', { max: 1001 })] })]],
    [
      'one that is required after one that is not',
      [command('a', { options: [option('o'), option('p', { required: true })] })],
    ],
    [
      'too many bytes',
      Array.from({ length: 50 }, (_, n) =>
        command(`c${n}`, {
          options: Array.from({ length: 10 }, (_o, m) => option(`o${m}`, { description: 'x'.repeat(90) })),
        }),
      ),
    ],
    ['no list', 'deploy'],
  ])('refuses %s', async (_name, commands) => {
    await refusedWith('INVALID_INPUT', set(world.robot, world.robot.id, commands));
  });

  test('takes each field at its limit', async () => {
    const robot = await world.bot(`setter-${++made}`);
    const options = Array.from({ length: 10 }, (_, n) => option(`o${n}`));
    const many = Array.from({ length: 25 }, (_, n) => choice(`v${n}`));
    const commands = [
      command('x'.repeat(32), { description: 'x'.repeat(100), options }),
      command('choosing', { options: [option('o', { choices: many })] }),
      ...Array.from({ length: 48 }, (_, n) => command(`c${n}`)),
    ];
    await set(robot, robot.id, commands);
    expect((await robot.call.interactions.commands({ botId: robot.id })).commands).toHaveLength(50);
  });
});

describe('the commands of a channel', () => {
  test('are those of the bots that may read it', async () => {
    const { alice, bob, robot, serverId, channelId } = world;
    const second = await world.bot('second');
    await set(second, second.id, [command('deploy')]);
    expect(await names(bob)).toEqual(
      expect.arrayContaining([
        ['second', ['deploy']],
        ['robot', ['deploy', 'ping']],
      ]),
    );
    const secret = await alice.call.channels.create({ serverId, name: 'secret', isPrivate: true });
    expect(await names(alice, secret.id)).toEqual([]);
    await alice.call.channels.addMember({ serverId, channelId: secret.id, userId: robot.id });
    expect(await names(alice, secret.id)).toEqual([['robot', ['deploy', 'ping']]]);
    const permissionOverrides = [{ role: 'bot' as const, permission: 'read' as const, allow: false }];
    const without = await world.channel('without', { permissionOverrides });
    expect(await names(bob, without)).toEqual([]);
    const dm = await bob.call.dms.create({ userIds: [robot.id] });
    expect(await names(bob, dm.id)).toEqual([['robot', ['deploy', 'ping']]]);
    await alice.call.bots.delete({ botId: second.id });
    expect(await names(bob, channelId)).not.toContainEqual(['second', ['deploy']]);
  });

  test('are hidden from who may not read it', async () => {
    const { eve, anonymous, channelId } = world;
    await refusedWith('CHANNEL_NOT_FOUND', eve.call.interactions.inChannel({ channelId }));
    await refusedWith('CHANNEL_NOT_FOUND', eve.call.interactions.inChannel({ channelId: 'nonsense' }));
    await refusedWith('UNAUTHENTICATED', anonymous.call.interactions.inChannel({ channelId }));
    const limited = await world.bot('limited', ['messages:read']);
    await refusedWith('SCOPE_REQUIRED', limited.call.interactions.inChannel({ channelId }));
    await refusedWith('SCOPE_REQUIRED', set(limited, limited.id, [DEPLOY]));
  });
});
