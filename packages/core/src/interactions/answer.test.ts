import { tables } from '@palaver/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockStream } from '../log/append.js';
import { channelStream, serverStream, userStream } from '../log/streams.js';
import { countWaiting } from '../testing/count-waiting.js';
import { refusedWith } from '../testing/expect.js';
import { PASSWORD, type TestUser } from '../testing/world.js';
import { lockProfile } from '../users/queries.js';
import { type BotWorld, createBotWorld } from './world.fixture.js';

let world: BotWorld;
let other: TestUser;
let limited: TestUser;
beforeAll(async () => {
  world = await createBotWorld();
  other = await world.bot('other');
  limited = await world.bot('limited', ['messages:write']);
});
afterAll(() => world.close());

const ask = async (caller: TestUser, channelId = world.channelId) =>
  (await caller.call.interactions.invoke({ channelId, botId: world.robot.id, name: 'ping' })).id;
/** Some inputs have no type. */
const answer = (caller: TestUser, interactionId: string, given: object = { content: 'pong' }) =>
  (
    caller.call.interactions.respond as (
      given: object,
    ) => Promise<{ readonly messageId: string | null; readonly number: number }>
  )({ interactionId, ...given });

describe('an answer in the channel', () => {
  test('is a message of the bot that names the command and who asked', async () => {
    const { bob, robot, channelId } = world;
    const id = await ask(bob);
    const given = await answer(robot, id, { content: 'pong @bob' });
    expect(given).toEqual({ interactionId: id, number: 1, ephemeral: false, messageId: expect.any(String) });
    const message = await bob.call.messages.get({ messageId: given.messageId ?? '' });
    expect(message).toMatchObject({
      userId: robot.id,
      content: 'pong @bob',
      interaction: { id, userId: bob.id, name: 'ping' },
      components: [],
      mentions: { userIds: [bob.id] },
    });
    const created = (await world.log(channelStream(channelId))).at(-1);
    expect(created).toMatchObject({ type: 'message.created', data: { id: message.id, interaction: { id } } });
    expect((await bob.call.messages.list({ channelId }))[0]).toEqual(message);
    expect((await world.own(bob, 'interaction.responded')).at(-1)).toMatchObject({
      interactionId: id,
      number: 1,
      ephemeral: false,
      messageId: message.id,
      content: '',
      botId: robot.id,
      channelId,
    });
    expect((await bob.call.interactions.get({ interactionId: id })).answers).toBe(1);
    await robot.call.messages.delete({ messageId: message.id });
    const superseded = (await world.log(channelStream(channelId))).find(
      ({ type, data }) => type === 'message.created' && data.id === message.id,
    );
    expect(superseded?.data).toMatchObject({ content: '', interaction: null, superseded: true });
  });

  test('goes to the thread in which it was asked', async () => {
    const { bob, robot, channelId } = world;
    const root = await bob.call.messages.send({ channelId, content: 'a thread' });
    const { id } = await bob.call.interactions.invoke({
      channelId,
      botId: robot.id,
      name: 'ping',
      threadId: root.id,
    });
    const { messageId } = await answer(robot, id);
    expect(await bob.call.messages.get({ messageId: messageId ?? '' })).toMatchObject({ threadId: root.id });
  });

  test('waits for the account of the bot before it holds a stream, as all writes do', async () => {
    const { alice, bob, robot, serverId } = world;
    const { db } = world.services;
    const { id: channelId } = await alice.call.channels.create({ serverId, name: 'without-the-bot' });
    await bob.call.channels.join({ serverId, channelId });
    const id = await ask(bob, channelId);
    const [answering] = await db.transaction(async (tx) => {
      await lockProfile(tx, robot.id, { alone: true });
      const waiting = answer(robot, id);
      await expect.poll(() => countWaiting(db)).toBe(1);
      await lockStream(tx, serverStream(serverId));
      return [waiting];
    });
    expect(await answering).toMatchObject({ number: 1, ephemeral: false });
  });

  test('a retry answers once', async () => {
    const { bob, robot, channelId } = world;
    const id = await ask(bob);
    const first = await robot
      .withKey('pong-1')
      .call.interactions.respond({ interactionId: id, content: 'pong' });
    expect(
      await robot.withKey('pong-1').call.interactions.respond({ interactionId: id, content: 'pong' }),
    ).toEqual(first);
    expect(
      (await bob.call.messages.list({ channelId })).filter((one) => one.interaction?.id === id),
    ).toHaveLength(1);
  });
});

describe('an ephemeral answer', () => {
  test('reaches who asked, and nobody else, and goes with the interaction', async () => {
    const { alice, bob, robot, channelId } = world;
    const before = await alice.call.messages.list({ channelId });
    const id = await ask(bob);
    const given = await answer(robot, id, { content: 'for bob alone', ephemeral: true });
    expect(given).toEqual({ interactionId: id, number: 1, ephemeral: true, messageId: null });
    expect((await world.own(bob, 'interaction.responded')).at(-1)).toMatchObject({
      interactionId: id,
      ephemeral: true,
      messageId: null,
      content: 'for bob alone',
    });
    expect(await alice.call.messages.list({ channelId })).toEqual(before);
    for (const stream of [channelStream(channelId), userStream(alice.id), userStream(robot.id)]) {
      expect(JSON.stringify(await world.log(stream))).not.toContain('for bob alone');
    }
    await world.pass(15 * 60_000);
    expect(JSON.stringify(await world.log(userStream(bob.id)))).not.toContain('for bob alone');
    expect((await world.own(bob, 'interaction.responded')).at(-1)).toMatchObject({
      content: '',
      superseded: true,
    });
    expect(await world.services.db.select().from(tables.interactions)).toEqual([]);
    const kept = await world.services.db.select().from(tables.idempotencyKeys);
    expect(JSON.stringify(kept)).not.toContain('for bob alone');
  });

  test.each([
    ['no text', { content: '', ephemeral: true }],
    ['a text that cannot be seen', { content: '\u200b', ephemeral: true }],
    ['a long text', { content: 'x'.repeat(4001), ephemeral: true }],
    ['files', { content: 'a', ephemeral: true, attachmentIds: ['00000000-0000-7000-8000-000000000000'] }],
    [
      'components',
      {
        content: 'a',
        ephemeral: true,
        components: [{ components: [{ type: 'link', label: 'a', url: 'https://a.example' }] }],
      },
    ],
    ['no text in the channel', { content: '' }],
    ['a long text in the channel', { content: 'x'.repeat(4001) }],
    ['a text of another type', { content: 5 }],
  ])('refuses %s', async (_name, given) => {
    await refusedWith('INVALID_INPUT', answer(world.robot, await ask(world.bob), given));
  });
});

describe('who answers', () => {
  beforeAll(() => world.alice.call.auth.verify({ password: PASSWORD }));

  test('the bot that was asked, and nobody else', async () => {
    const { alice, bob, eve, anonymous } = world;
    const id = await ask(bob);
    await refusedWith('INTERACTION_NOT_FOUND', answer(other, id));
    for (const person of [alice, bob, eve]) await refusedWith('BOTS_ONLY', answer(person, id));
    await refusedWith('UNAUTHENTICATED', answer(anonymous, id));
    await refusedWith('SCOPE_REQUIRED', answer(limited, id));
    await refusedWith('INTERACTION_NOT_FOUND', answer(world.robot, bob.id));
    await refusedWith('INTERACTION_NOT_FOUND', answer(world.robot, 'nonsense'));
  });

  test('six times, also with many at once', async () => {
    const { bob, robot } = world;
    const id = await ask(bob);
    const tries = await Promise.allSettled(
      Array.from({ length: 9 }, (_, n) => answer(robot, id, { content: `${n}`, ephemeral: n % 2 === 0 })),
    );
    const numbers = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value.number] : []));
    expect(numbers.sort()).toEqual([1, 2, 3, 4, 5, 6]);
    await refusedWith('TOO_MANY_ANSWERS', answer(robot, id));
  });

  test('for fifteen minutes', async () => {
    const { bob, robot } = world;
    const [answered, unanswered] = [await ask(bob), await ask(bob)];
    await answer(robot, answered);
    await world.pass(15 * 60_000 - 1);
    await answer(robot, answered);
    await world.pass(1);
    await refusedWith('INTERACTION_NOT_FOUND', answer(robot, answered));
    await refusedWith('INTERACTION_NOT_FOUND', bob.call.interactions.get({ interactionId: answered }));
    for (const party of [bob, robot]) {
      const ended = await world.own(party, 'interaction.ended');
      expect(ended.find(({ interactionId }) => interactionId === answered)).toMatchObject({ answered: true });
      expect(ended.find(({ interactionId }) => interactionId === unanswered)).toMatchObject({
        answered: false,
      });
    }
    const asked = (await world.own(robot, 'interaction.created')).filter(({ id }) => id === answered);
    expect(asked).toMatchObject([{ superseded: true, options: {}, values: [] }]);
  });

  test('only as long as it and who asked are in the channel', async () => {
    const { alice, bob, robot, serverId } = world;
    const secret = await alice.call.channels.create({ serverId, name: 'secret', isPrivate: true });
    for (const { id: userId } of [bob, robot])
      await alice.call.channels.addMember({ serverId, channelId: secret.id, userId });
    const [first, second] = [await ask(bob, secret.id), await ask(alice, secret.id)];
    await alice.call.channels.removeMember({ serverId, channelId: secret.id, userId: bob.id });
    await refusedWith('INTERACTION_NOT_FOUND', answer(robot, first, { content: 'a', ephemeral: true }));
    await refusedWith('INTERACTION_NOT_FOUND', answer(robot, first));
    await answer(robot, second);
    await alice.call.channels.removeMember({ serverId, channelId: secret.id, userId: robot.id });
    await refusedWith('INTERACTION_NOT_FOUND', answer(robot, second, { content: 'a', ephemeral: true }));
    await refusedWith('INTERACTION_NOT_FOUND', answer(robot, second));
  });

  test('not where it may not post any more', async () => {
    const { alice, bob, robot, serverId } = world;
    const channel = await alice.call.channels.create({ serverId, name: 'closing' });
    const id = await ask(bob, channel.id);
    await alice.call.channels.update({ serverId, channelId: channel.id, archived: true });
    await refusedWith('CHANNEL_ARCHIVED', answer(robot, id));
    await refusedWith('CHANNEL_ARCHIVED', answer(robot, id, { content: 'a', ephemeral: true }));
  });
});

test('a bot or a person who goes ends what was asked', async () => {
  const small = await createBotWorld();
  const { alice, bob, robot, channelId } = small;
  const invoke = (caller: TestUser, botId: string) =>
    caller.call.interactions.invoke({ channelId, botId, name: 'ping', options: {} });
  const second = await small.bot('second');
  await second.call.interactions.setCommands({
    botId: second.id,
    commands: [{ name: 'ping', description: 'a' }],
  });
  await invoke(bob, second.id);
  await alice.call.bots.delete({ botId: second.id });
  await small.services.background.idle();
  await small.pass(0);
  expect((await small.own(bob, 'interaction.ended')).at(-1)).toMatchObject({
    botId: second.id,
    answered: false,
  });

  const options = { environment: 'prod', note: 'words' };
  await bob.call.interactions.invoke({ channelId, botId: robot.id, name: 'deploy', options });
  await bob.call.users.deleteMe();
  await small.pass(0);
  expect(await small.services.db.select().from(tables.interactions)).toEqual([]);
  expect(JSON.stringify(await small.log(userStream(robot.id)))).not.toContain('words');
  expect((await small.services.db.select().from(tables.botCommands)).map(({ botId }) => botId)).toEqual([
    robot.id,
  ]);
  await small.close();
});
