import { newId } from '@palaver/db';
import { beforeEach, describe, expect, test } from 'vitest';
import { createEmoji } from '../../testing/create-emoji.js';
import { refusedWith } from '../../testing/expect.js';
import { type Fixture, useFixture } from '../channel.fixture.js';

let fixture: Fixture;
let messageId: string;
let emojiId: string;
useFixture((fresh) => {
  fixture = fresh;
});
beforeEach(async () => {
  const { alice, world, serverId, channelId } = fixture;
  messageId = (await alice.call.messages.send({ channelId, content: 'react!' })).id;
  emojiId = (await createEmoji(world, alice, { serverId, name: 'parrot' })).id;
});

const react = (emoji: string, who = fixture.bob) => who.call.messages.react({ messageId, emoji });
const unreact = (emoji: string, who = fixture.bob) => who.call.messages.unreact({ messageId, emoji });
const rename = (name: string) =>
  fixture.alice.call.emoji.update({ serverId: fixture.serverId, emojiId, name });
const remove = () => fixture.alice.call.emoji.delete({ serverId: fixture.serverId, emojiId });

describe('a reaction with an emoji of the server', () => {
  test('is one, by its name, by its reaction and by an id in capitals', async () => {
    const { alice, bob, carol, channelId } = fixture;
    const emoji = `parrot:${emojiId}`;
    await react(':parrot:');
    expect((await fixture.log()).at(-1)).toMatchObject({
      type: 'reaction.added',
      data: { channelId, messageId, userId: bob.id, emoji },
    });
    await react(emoji.toUpperCase(), carol);
    expect((await react(`another_name:${emojiId}`, alice)).reactions).toEqual([
      { emoji, count: 3, users: [bob.id, carol.id, alice.id] },
    ]);
    const reactors = await bob.call.messages.reactors({ messageId, emoji });
    expect(reactors.map(({ id }) => id).toSorted()).toEqual([bob.id, carol.id, alice.id].toSorted());
  });

  test('stays the same one after a rename, also on another message', async () => {
    const { alice, carol, channelId } = fixture;
    await react(':parrot:');
    await rename('kakadu');
    expect((await react(':kakadu:', carol)).reactions).toMatchObject([
      { emoji: `parrot:${emojiId}`, count: 2 },
    ]);
    const { id } = await alice.call.messages.send({ channelId, content: 'another' });
    const later = await carol.call.messages.react({ messageId: id, emoji: `parrot:${emojiId}` });
    expect(later.reactions).toMatchObject([{ emoji: `kakadu:${emojiId}` }]);
    expect((await unreact(':kakadu:')).reactions).toMatchObject([{ count: 1 }]);
    expect((await unreact(`kakadu:${emojiId}`, carol)).reactions).toEqual([]);
  });

  test('stays when the emoji is deleted, is taken back, and cannot be added', async () => {
    const { bob, carol } = fixture;
    const { reactions } = await react(':parrot:');
    await remove();
    expect((await carol.call.messages.get({ messageId })).reactions).toEqual(reactions);
    await refusedWith('EMOJI_NOT_FOUND', react(`parrot:${emojiId}`, carol));
    // The same reaction again is no new one.
    expect((await react(`parrot:${emojiId}`)).reactions).toEqual(reactions);
    expect((await unreact(`parrot:${emojiId}`)).reactions).toEqual([]);
    await refusedWith('EMOJI_NOT_FOUND', bob.call.messages.react({ messageId, emoji: `parrot:${emojiId}` }));
    // Without an emoji of this name it is a text.
    expect((await react(':parrot:')).reactions).toMatchObject([{ emoji: ':parrot:' }]);
  });

  test('that was a text before there was an emoji of the name is taken back as one', async () => {
    const { alice, world, serverId } = fixture;
    await react(':later:');
    await createEmoji(world, alice, { serverId, name: 'later' });
    expect((await unreact(':later:')).reactions).toEqual([]);
  });

  test('is refused where the server has no such emoji, and in a direct message', async () => {
    const { alice, bob, world } = fixture;
    const { id: elsewhere } = await bob.call.servers.create({ name: 'Other' });
    const foreign = await createEmoji(world, bob, { serverId: elsewhere, name: 'mine' });
    for (const id of [foreign.id, newId()]) await refusedWith('EMOJI_NOT_FOUND', react(`mine:${id}`));
    const dm = await bob.call.dms.create({ userIds: [alice.id] });
    const sent = await bob.call.messages.send({ channelId: dm.id, content: 'hello' });
    const inDm = (emoji: string) => bob.call.messages.react({ messageId: sent.id, emoji });
    await refusedWith('EMOJI_NOT_FOUND', inDm(`parrot:${emojiId}`));
    expect((await inDm(':parrot:')).reactions).toMatchObject([{ emoji: ':parrot:' }]);
  });

  test('is never added after the emoji is gone, whoever is first', async () => {
    for (let round = 0; round < 5; round++) {
      const { alice, world, serverId, channelId } = fixture;
      const name = `race_${round}`;
      const { id } = await createEmoji(world, alice, { serverId, name });
      const message = await alice.call.messages.send({ channelId, content: name });
      const [added] = await Promise.allSettled([
        fixture.bob.call.messages.react({ messageId: message.id, emoji: `${name}:${id}` }),
        alice.call.emoji.delete({ serverId, emojiId: id }),
      ]);
      const { reactions } = await alice.call.messages.get({ messageId: message.id });
      expect(reactions).toHaveLength(added.status === 'fulfilled' ? 1 : 0);
    }
  });

  test.each([
    ['a name that is too short', (id: string) => `a:${id}`, true],
    ['a name that is too long for an emoji of a server', (id: string) => `${'a'.repeat(33)}:${id}`, false],
    ['an id that is none', () => `${'a'.repeat(33)}:${'z'.repeat(36)}`, false],
    ['65 characters', () => 'x'.repeat(65), false],
  ])('%s', async (_what, emoji, isText) => {
    if (isText) expect((await react(emoji(emojiId))).reactions).toMatchObject([{ emoji: emoji(emojiId) }]);
    else await refusedWith('INVALID_INPUT', react(emoji(emojiId)));
  });

  test('of the longest name is stored', async () => {
    const { alice, world, serverId } = fixture;
    const name = 'n'.repeat(32);
    const { id } = await createEmoji(world, alice, { serverId, name });
    expect((await react(`:${name}:`)).reactions).toMatchObject([{ emoji: `${name}:${id}` }]);
  });
});
