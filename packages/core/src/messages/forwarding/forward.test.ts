import { describe, expect, test } from 'vitest';
import { NO_MENTIONS } from '../../protocol/records/message.js';
import { refusedWith } from '../../testing/expect.js';
import type { TestUser } from '../../testing/world.js';
import {
  createPrivateChannel,
  type Fixture,
  storeBytes,
  typesOf,
  uploaded,
  useFixture,
} from '../channel.fixture.js';

let fixture: Fixture;
let secretId: string;
useFixture(async (fresh) => {
  fixture = fresh;
  secretId = await createPrivateChannel(fixture);
});

const say = (who: TestUser, content: string, channelId = fixture.channelId) =>
  who.call.messages.send({ channelId, content });
const forward = (who: TestUser, messageId: string, channelId: string, content = '') =>
  who.call.messages.send({ channelId, content, forwardedMessageId: messageId });

describe('a message that is forwarded', () => {
  test('is a quote above what one says, with its source, in the answer, the event and the page', async () => {
    const { alice, bob, channelId, log } = fixture;
    const source = await say(bob, 'first\nsecond');
    const sent = await forward(alice, source.id, channelId, 'see @bob');
    const { id: messageId, userId, createdAt } = source;
    expect(sent).toMatchObject({
      userId: alice.id,
      content: '> first\n> second\n\nsee @bob',
      forwardedFrom: { messageId, channelId, userId, createdAt },
      mentions: { userIds: [bob.id] },
    });
    expect((await alice.call.messages.list({ channelId }))[0]).toEqual(sent);
    expect((await log()).at(-1)).toMatchObject({ type: 'message.created', data: sent });
  });

  test('mentions nobody whom it has mentioned, also after an edit', async () => {
    const { alice, bob, channelId } = fixture;
    const source = await say(alice, '@carol @channel');
    const sent = await forward(bob, source.id, channelId);
    expect(sent.mentions).toEqual(NO_MENTIONS);
    const content = `${sent.content}\n\n@alice`;
    const edited = await bob.call.messages.edit({ messageId: sent.id, content });
    expect(edited.mentions).toEqual({ ...NO_MENTIONS, userIds: [alice.id] });
  });

  test('that only forwards another one passes that on; what was said about it is quoted', async () => {
    const { alice, bob, channelId } = fixture;
    const source = await say(bob, 'first');
    const once = await forward(alice, source.id, channelId);
    const twice = await forward(bob, once.id, channelId);
    expect([twice.content, twice.forwardedFrom]).toEqual(['> first', once.forwardedFrom]);
    const said = await forward(alice, source.id, channelId, 'look');
    const quoted = await forward(bob, said.id, channelId);
    expect(quoted.content).toBe('> > first\n> \n> look');
    expect(quoted.forwardedFrom).toMatchObject({ messageId: said.id, userId: alice.id });
  });

  test('has copies of its files, which stay when it is deleted', async () => {
    const { alice, bob, channelId, world } = fixture;
    const id = await uploaded(fixture, alice);
    await storeBytes(world.services, id);
    const source = await alice.call.messages.send({ channelId, attachmentIds: [id] });
    const sent = await forward(bob, source.id, secretId);
    expect(sent.attachments).toMatchObject([{ filename: 'notes.txt', messageId: sent.id }]);
    await alice.call.messages.delete({ messageId: source.id });
    const [copy] = sent.attachments;
    expect(copy?.id).not.toBe(id);
    expect(await world.services.files.size(`attachments/${copy?.id}`)).toBe(5);
    expect(await bob.call.messages.get({ messageId: sent.id })).toEqual(sent);
  });

  test('with a file whose bytes are gone is refused, and nothing is left', async () => {
    const { alice, channelId, log, world } = fixture;
    const id = await uploaded(fixture, alice);
    const source = await alice.call.messages.send({ channelId, attachmentIds: [id] });
    const before = typesOf(await log());
    await refusedWith('ATTACHMENT_NOT_FOUND', forward(alice, source.id, channelId));
    expect(typesOf(await log())).toEqual(before);
    expect(world.services.uploads.underWay()).toBe(0);
  });

  test('is answered again to a retry, also when the source has been deleted since', async () => {
    const { alice, bob, channelId } = fixture;
    const source = await say(bob, 'first');
    const { call } = alice.withKey('forward once');
    const input = { channelId, content: '', forwardedMessageId: source.id };
    const sent = await call.messages.send(input);
    await bob.call.messages.delete({ messageId: source.id });
    expect(await call.messages.send(input)).toEqual(sent);
    await refusedWith('MESSAGE_NOT_FOUND', forward(alice, source.id, channelId));
  });

  test('goes into a thread, and its quote is cut where both are too long', async () => {
    const { alice, bob, channelId } = fixture;
    const source = await say(bob, 'x'.repeat(4_000));
    const messageId = source.id;
    const reply = await alice.call.messages.reply({
      messageId,
      forwardedMessageId: messageId,
      content: 'below',
    });
    expect(reply).toMatchObject({ threadId: messageId, forwardedFrom: { messageId, channelId } });
    expect(reply.content).toHaveLength(4_000);
    expect(reply.content.endsWith('x…\n\nbelow')).toBe(true);
  });
});

describe('nobody', () => {
  test('forwards what they do not read, or where they do not post', async () => {
    const { alice, bob, carol, bot, outsider, exMember, channelId, world } = fixture;
    const secret = await say(alice, 'secret', secretId);
    const open = await say(bob, 'open');
    const nobody = world.userWithToken('', null);
    for (const who of [carol, outsider, exMember, bot])
      await refusedWith('MESSAGE_NOT_FOUND', forward(who, secret.id, channelId));
    for (const who of [carol, bot]) await refusedWith('CHANNEL_NOT_FOUND', forward(who, open.id, secretId));
    await refusedWith(
      'UNAUTHENTICATED',
      nobody.call.messages.send({ channelId, forwardedMessageId: open.id }),
    );
    await refusedWith('MESSAGE_NOT_FOUND', forward(alice, 'nowhere', channelId));
  });

  test('changes what another one has said, or says where it comes from', async () => {
    const { alice, bob, channelId } = fixture;
    const source = await say(bob, 'first\n\nsecond');
    const { id: messageId, content } = await forward(alice, source.id, channelId, 'mine');
    const edit = (text: string) => alice.call.messages.edit({ messageId, content: text });
    for (const text of ['mine', '> other\n\nmine', content.replace('\n\nmine', '\nmine'), ''])
      await refusedWith('INVALID_INPUT', edit(text));
    expect((await edit(content.replace('mine', 'yours'))).content).toBe('> first\n> \n> second\n\nyours');
    expect((await edit('> first\n> \n> second')).forwardedFrom).toMatchObject({ messageId: source.id });
    const forged = { channelId, content: 'x', forwardedFrom: null };
    await refusedWith('INVALID_INPUT', alice.call.messages.send(forged as { channelId: string }));
  });
});
