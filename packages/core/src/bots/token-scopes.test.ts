import { afterAll, beforeAll, expect, test } from 'vitest';
import { BOT_SCOPES, type BotScope } from '../protocol/scopes.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, PASSWORD, type TestUser, type World } from '../testing/world.js';

let world: World;
let alice: TestUser;
let channelId: string;
let serverId: string;
let made = 0;
beforeAll(async () => {
  world = await createWorld();
  alice = await world.person('alice');
  ({ id: serverId } = await createServerWith(alice));
  ({ id: channelId } = await alice.call.channels.create({ serverId, name: 'deals' }));
});
afterAll(() => world.close());

async function newBot(scopes?: BotScope[]) {
  const { bot, token } = await alice.call.bots.create({ username: `robot-${++made}`, scopes });
  await alice.call.servers.addMember({ serverId, userId: bot.id });
  return world.userWithToken(bot.id, token);
}
const scopesOf = async ({ id }: Pick<TestUser, 'id'>) =>
  (await alice.call.bots.tokenUse({ botId: id })).scopes;

test('a token without scopes may do everything, and one with scopes what they say', async () => {
  const whole = await newBot();
  expect(await scopesOf(whole)).toBeNull();
  await whole.call.messages.send({ channelId, content: 'hello' });
  await whole.call.users.me();

  const writer = await newBot(['messages:write', 'messages:write']);
  expect(await scopesOf(writer)).toEqual(['messages:write']);
  await writer.call.messages.send({ channelId, content: 'hello' });
  await refusedWith('SCOPE_REQUIRED', writer.call.messages.list({ channelId }));
  await refusedWith('SCOPE_REQUIRED', writer.call.users.me());
  await refusedWith('SCOPE_REQUIRED', writer.call.realtime.ticket());
  await refusedWith('SCOPE_REQUIRED', writer.call.bots.gateway());
  await refusedWith('SCOPE_REQUIRED', writer.call.auth.logout());
});

test('scopes add nothing to what bots may', async () => {
  const robot = await newBot([...BOT_SCOPES]);
  await refusedWith('PEOPLE_ONLY', robot.call.bots.list());
  await refusedWith('SCOPE_REQUIRED', robot.call.admin.users({}));
});

test('the new token has the scopes of the old one, unless others are given', async () => {
  const robot = await newBot(['messages:read']);
  await alice.call.bots.rotateToken({ botId: robot.id });
  expect(await scopesOf(robot)).toEqual(['messages:read']);
  const { token } = await alice.call.bots.rotateToken({ botId: robot.id, scopes: ['messages:write'] });
  expect(await scopesOf(robot)).toEqual(['messages:write']);
  const again = world.userWithToken(robot.id, token);
  await again.call.messages.send({ channelId, content: 'hello' });
  await refusedWith('SCOPE_REQUIRED', again.call.messages.list({ channelId }));
});

test('a change of the password that rotates the tokens keeps the scopes of each', async () => {
  const carol = await world.person('carol');
  const limited = await carol.call.bots.create({ username: 'limited', scopes: ['users:read'] });
  const whole = await carol.call.bots.create({ username: 'whole' });
  await carol.call.auth.changePassword({
    currentPassword: PASSWORD,
    newPassword: 'an entirely new password',
    rotateBots: true,
  });
  const uses = await Promise.all(
    [limited, whole].map(({ bot }) => carol.call.bots.tokenUse({ botId: bot.id })),
  );
  expect(uses.map(({ scopes }) => scopes)).toEqual([['users:read'], null]);
});

test.each([[[]], [['admin:read']], [['auth:write']], [['everything']], ['messages:read'], [[1]]])(
  'refuses the scopes %j',
  async (scopes) => {
    // Some of these have no type of the input.
    const create = alice.call.bots.create as (given: object) => Promise<unknown>;
    const rotate = alice.call.bots.rotateToken as (given: object) => Promise<unknown>;
    await refusedWith('INVALID_INPUT', create({ username: `robot-${++made}`, scopes }));
    await refusedWith('INVALID_INPUT', rotate({ botId: alice.id, scopes }));
  },
);
