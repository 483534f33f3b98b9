import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusedWith } from '../../testing/expect.js';
import { type BotWorld, createBotWorld } from '../world.fixture.js';

const URL = 'https://bot.example.com/interactions';
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

let world: BotWorld;
/** Without an endpoint yet. */
let newBot: { readonly id: string };
beforeAll(async () => {
  world = await createBotWorld();
  newBot = (await world.alice.call.bots.create({ username: 'new-robot' })).bot;
});
afterAll(() => world.close());

describe('the endpoint of a bot', () => {
  test('is set by its owner, keeps its secret with another URL, and gets a new one', async () => {
    const { alice } = world;
    const botId = newBot.id;
    expect(await alice.call.interactions.endpoint({ botId })).toEqual({
      botId,
      url: null,
      failingSince: null,
      failedAt: null,
      status: null,
      error: null,
      updatedAt: null,
    });
    const set = await alice.call.interactions.setEndpoint({ botId, url: URL });
    expect(set).toMatchObject({ endpoint: { botId, url: URL }, secret: expect.stringMatching(SECRET) });
    expect(await alice.call.interactions.setEndpoint({ botId, url: URL })).toEqual({ ...set, secret: null });
    const moved = await alice.call.interactions.setEndpoint({ botId, url: `${URL}/new` });
    expect(moved).toMatchObject({ endpoint: { url: `${URL}/new` }, secret: null });
    const rotated = await alice.call.interactions.rotateEndpointSecret({ botId });
    expect(rotated.secret).toMatch(SECRET);
    expect(rotated.secret).not.toBe(set.secret);
    expect(await alice.call.interactions.endpoint({ botId })).toEqual(rotated.endpoint);
    const [row] = await world.services.db.$client`select * from bot_endpoints where bot_id = ${botId}`;
    expect(JSON.stringify(row)).not.toContain(set.secret?.slice(6));
    expect(JSON.stringify(row)).not.toContain(rotated.secret?.slice(6));
    await alice.call.interactions.removeEndpoint({ botId });
    await alice.call.interactions.removeEndpoint({ botId });
    expect(await alice.call.interactions.endpoint({ botId })).toMatchObject({ url: null, updatedAt: null });
    await refusedWith('BOT_ENDPOINT_NOT_FOUND', alice.call.interactions.rotateEndpointSecret({ botId }));
  });

  test('gives a retry its secret again', async () => {
    const { alice, robot } = world;
    const input = { botId: robot.id, url: URL };
    const first = await alice.withKey('endpoint-1').call.interactions.setEndpoint(input);
    expect(await alice.withKey('endpoint-1').call.interactions.setEndpoint(input)).toEqual(first);
    const again = await alice
      .withKey('endpoint-2')
      .call.interactions.rotateEndpointSecret({ botId: robot.id });
    expect(
      await alice.withKey('endpoint-2').call.interactions.rotateEndpointSecret({ botId: robot.id }),
    ).toEqual(again);
  });

  test('is for its owner alone', async () => {
    const { alice, bob, eve, robot } = world;
    const botId = robot.id;
    await alice.call.interactions.setEndpoint({ botId, url: URL });
    for (const [who, code] of [
      [bob, 'BOT_NOT_FOUND'],
      [eve, 'BOT_NOT_FOUND'],
      [robot, 'PEOPLE_ONLY'],
      [world.userWithToken(bob.id, null), 'UNAUTHENTICATED'],
    ] as const) {
      const { interactions } = who.call;
      for (const call of [
        () => interactions.endpoint({ botId }),
        () => interactions.setEndpoint({ botId, url: 'https://evil.example.com/' }),
        () => interactions.removeEndpoint({ botId }),
        () => interactions.rotateEndpointSecret({ botId }),
      ]) {
        await refusedWith(code, call());
      }
    }
    expect((await alice.call.interactions.endpoint({ botId })).url).toBe(URL);
  });

  test.each([
    'ftp://bot.example.com/',
    'https://user:password@bot.example.com/',
    'https://bot.example.com/#x',
    'https://bot.example.com:25/',
    'bot.example.com',
    '',
    `https://bot.example.com/${'x'.repeat(2_000)}`,
  ])('is not %s', async (url) => {
    const { alice, robot } = world;
    await refusedWith('INVALID_INPUT', alice.call.interactions.setEndpoint({ botId: robot.id, url }));
  });
});

test('without a sender what is asked waits, and ends with the interaction', async () => {
  const { alice, bob, robot, channelId } = world;
  await alice.call.interactions.setEndpoint({ botId: robot.id, url: URL });
  await bob.call.interactions.invoke({ channelId, botId: robot.id, name: 'ping' });
  await world.services.webhooks.idle();
  const waiting = () => world.services.db.$client`select send_at from interactions where send_at is not null`;
  expect(await waiting()).toHaveLength(1);
  await world.pass(16 * 60_000);
  expect(await waiting()).toHaveLength(0);
});
