import { newId } from '@palaver/db';
import { describe, expect, test } from 'vitest';
import { refusedWith } from '../../testing/expect.js';
import { seenUser } from '../../testing/seen-user.js';
import type { TestUser } from '../../testing/world.js';
import { createPrivateChannel, type Fixture, useFixture } from '../channel.fixture.js';

let fixture: Fixture;
let messageId: string;
useFixture(async (fresh) => {
  fixture = fresh;
  const { alice, bob, carol, admin, channelId } = fixture;
  messageId = (await alice.call.messages.send({ channelId, content: 'react!' })).id;
  for (const who of [admin, alice, carol, bob]) await who.call.messages.react({ messageId, emoji: '❤' });
  await carol.call.messages.react({ messageId, emoji: '👍' });
});

type Page = {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly limit?: number;
};
const read = (emoji = '❤️', page: Page = {}, who: TestUser = fixture.carol) =>
  who.call.messages.reactors({ messageId, emoji, ...page });
const idsOf = async (reading: ReturnType<typeof read>) => (await reading).map(({ id }) => id);
/** Those with a heart, newest account first. */
const hearts = () => {
  const { alice, bob, carol, admin } = fixture;
  return [alice, bob, carol, admin]
    .map(({ id }) => id)
    .toSorted()
    .toReversed();
};

describe('messages.reactors', () => {
  test('are profiles as members show them, newest account first, for each form of the emoji', async () => {
    const { bob, carol } = fixture;
    expect(await idsOf(read())).toEqual(hearts());
    expect(await read('❤')).toEqual(await read('❤\ufe0f'));
    expect(await read('👍')).toEqual([await seenUser(bob, carol.id)]);
    expect(await read('🎉')).toEqual([]);
  });

  test('are paged before and after a user', async () => {
    const [first, second, third, last] = hearts();
    expect(await idsOf(read('❤', { limit: 2 }))).toEqual([first, second]);
    expect(await idsOf(read('❤', { limit: 2, before: second }))).toEqual([third, last]);
    expect(await idsOf(read('❤', { limit: 2, after: last }))).toEqual([second, third]);
    expect(await idsOf(read('❤', { before: first, after: last }))).toEqual([second, third]);
    expect(await idsOf(read('❤', { before: last }))).toEqual([]);
    expect(await idsOf(read('❤', { limit: 1_000 }))).toHaveLength(4);
  });

  test('who takes the reaction back leaves the list and stays a cursor', async () => {
    const { bob } = fixture;
    const others = hearts().filter((id) => id !== bob.id);
    await bob.call.messages.unreact({ messageId, emoji: '❤' });
    expect(await idsOf(read())).toEqual(others);
    expect(await idsOf(read('❤', { before: bob.id }))).toEqual(others.filter((id) => id < bob.id));
  });

  test.each([
    ['no emoji', '', {}],
    ['white space', 'a b', {}],
    ['65 characters', 'x'.repeat(65), {}],
    ['a limit of zero', '❤', { limit: 0 }],
    ['a cursor that is no id', '❤', { before: 'nonsense' }],
  ])('bad input: %s', async (_, emoji, page) => {
    await refusedWith('INVALID_INPUT', read(emoji, page));
  });

  test('are read by whoever may read the message, and by nobody else', async () => {
    const { alice, bob, carol, admin, outsider, exMember, bot, world } = fixture;
    const refused = (who: TestUser, id = messageId) =>
      refusedWith('MESSAGE_NOT_FOUND', who.call.messages.reactors({ messageId: id, emoji: '❤' }));
    for (const someone of [alice, bot]) expect(await idsOf(read('❤', {}, someone))).toEqual(hearts());
    for (const someone of [outsider, exMember]) await refused(someone);
    for (const missing of [newId(), 'nonsense']) await refused(bob, missing);
    const secret = await alice.call.messages.send({
      channelId: await createPrivateChannel(fixture),
      content: 'secret',
    });
    for (const someone of [carol, admin, bot]) await refused(someone, secret.id);
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.messages.reactors({ messageId, emoji: '❤' }));
  });

  test('go with a deleted message, and stay in an archived channel', async () => {
    const { alice, serverId, channelId } = fixture;
    await alice.call.channels.update({ serverId, channelId, archived: true });
    expect(await idsOf(read())).toEqual(hearts());
    await alice.call.messages.delete({ messageId });
    await refusedWith('MESSAGE_NOT_FOUND', read());
  });
});
