import { userStream } from '../log/streams.js';
import type { Event } from '../protocol/events.js';
import type { BotScope } from '../protocol/scopes.js';
import { createServerWith } from '../testing/create-server.js';
import { createWorld, type TestUser, type World, type WorldOptions } from '../testing/world.js';

type Changes = Omit<Parameters<TestUser['call']['channels']['update']>[0], 'serverId' | 'channelId'>;

/** A server of alice's with bob and a bot of alice's, whose commands are set. */
export interface BotWorld extends World {
  readonly alice: TestUser;
  readonly bob: TestUser;
  /** In no server. */
  readonly eve: TestUser;
  readonly robot: TestUser;
  readonly serverId: string;
  readonly channelId: string;
  /** A further bot of alice's in the server. */
  bot(username: string, scopes?: BotScope[]): Promise<TestUser>;
  /** The events of a user's own stream of this type. */
  own(user: TestUser, type: Event['type']): Promise<Array<Record<string, unknown>>>;
  /** A channel of alice's with these changes. */
  channel(name: string, changes: Changes): Promise<string>;
  /** Advances the clock, and does what is due. */
  pass(milliseconds: number): Promise<void>;
}

export const DEPLOY = {
  name: 'deploy',
  description: 'Deploys a version',
  options: [
    {
      name: 'environment',
      description: 'Where to',
      type: 'string' as const,
      required: true,
      choices: [
        { value: 'prod', label: 'Production' },
        { value: 'test', label: 'Test' },
      ],
    },
    { name: 'count', description: 'How many', type: 'integer' as const, min: 1, max: 9 },
    { name: 'share', description: 'How much', type: 'number' as const },
    { name: 'force', description: 'Without checks', type: 'boolean' as const },
    { name: 'note', description: 'Why', type: 'string' as const, min: 2, max: 5 },
    { name: 'to', description: 'Who watches', type: 'user' as const },
    { name: 'in', description: 'Where it is told', type: 'channel' as const },
  ],
};

export async function createBotWorld(options: WorldOptions = {}): Promise<BotWorld> {
  const world = await createWorld(options);
  const [alice, bob, eve] = await Promise.all([
    world.person('alice'),
    world.person('bob'),
    world.person('eve'),
  ]);
  const { id: serverId } = await createServerWith(alice, bob);
  const { id: channelId } = await alice.call.channels.create({ serverId, name: 'deals' });
  const bot = async (username: string, scopes?: BotScope[]) => {
    const made = await alice.call.bots.create({ username, scopes });
    await alice.call.servers.addMember({ serverId, userId: made.bot.id });
    return world.userWithToken(made.bot.id, made.token);
  };
  const robot = await bot('robot');
  await robot.call.interactions.setCommands({
    botId: robot.id,
    commands: [DEPLOY, { name: 'ping', description: 'Answers' }],
  });
  const own = async (user: TestUser, type: Event['type']) =>
    (await world.log(userStream(user.id))).flatMap((event) =>
      event.type === type ? [{ ...event.data }] : [],
    );
  const channel = async (name: string, changes: Changes) => {
    const { id } = await alice.call.channels.create({ serverId, name });
    await alice.call.channels.update({ serverId, channelId: id, ...changes });
    return id;
  };
  const pass = async (milliseconds: number) => {
    world.clock.advance(milliseconds);
    await world.services.scheduled.idle();
  };
  return { ...world, alice, bob, eve, robot, serverId, channelId, bot, own, channel, pass };
}
