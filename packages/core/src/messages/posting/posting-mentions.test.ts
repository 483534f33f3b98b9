import { randomUUID } from 'node:crypto';
import { tables } from '@palaver/db';
import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { NO_MENTIONS } from '../../protocol/records/message.js';
import { createPrivateChannel, type Fixture, useFixture } from '../channel.fixture.js';

let fixture: Fixture;
useFixture((fresh) => {
  fixture = fresh;
});

const EVERYBODY = '@alice @bob @carol @adam @helper @oscar @emma @nobody';

const rowsOf = (messageId: string) => {
  const { messageMentions: t } = tables;
  return fixture.world.services.db
    .select()
    .from(t)
    .where(eq(t.messageId, messageId))
    .orderBy(asc(t.targetId));
};
const targetsOf = async (messageId: string) => (await rowsOf(messageId)).map(({ targetId }) => targetId);

describe('a post', () => {
  test('mentions those of its server whom it names, in the answer, in the event and when it is read', async () => {
    const { alice, bob, carol, admin, bot, channelId, log } = fixture;
    const sent = await alice.call.messages.send({ channelId, content: EVERYBODY });
    const userIds = [alice, bob, carol, admin, bot].map(({ id }) => id);
    expect(sent.mentions).toEqual({ ...NO_MENTIONS, userIds });
    expect(await bob.call.messages.get({ messageId: sent.id })).toEqual(sent);
    expect((await bob.call.messages.list({ channelId }))[0]).toEqual(sent);
    const event = (await log()).at(-1);
    expect(event).toMatchObject({ type: 'message.created', data: { mentions: sent.mentions } });
    const { seq } = event?.data ?? {};
    const row = { channelId, messageId: sent.id, seq, addedSeq: seq, threadId: null, here: false };
    expect(await rowsOf(sent.id)).toEqual([...userIds].sort().map((targetId) => ({ targetId, ...row })));
  });

  test('in a private channel mentions its members alone, as does a direct message', async () => {
    const { alice, bob, carol } = fixture;
    const content = EVERYBODY;
    const channelId = await createPrivateChannel(fixture);
    const { mentions } = await bob.call.messages.send({ channelId, content });
    expect(mentions.userIds).toEqual([alice.id, bob.id]);
    const dm = await alice.call.dms.create({ userIds: [carol.id] });
    const direct = await carol.call.messages.send({ channelId: dm.id, content });
    expect(direct.mentions.userIds).toEqual([alice.id, carol.id]);
  });

  test('does not tell a name that nobody has from one of a person who cannot read the channel', async () => {
    const { bob } = fixture;
    const channelId = await createPrivateChannel(fixture);
    for (const content of ['@nobody', '@oscar', '@carol', '`@bob`', '@@', '@here'.slice(0, 4)]) {
      const sent = await bob.call.messages.send({ channelId, content });
      expect(sent.mentions).toEqual(NO_MENTIONS);
      expect(await rowsOf(sent.id)).toEqual([]);
    }
  });

  test('mentions the channel, or those who are online', async () => {
    const { bob, channelId } = fixture;
    const all = await bob.call.messages.send({ channelId, content: '@channel and @here' });
    expect(all.mentions).toEqual({ ...NO_MENTIONS, channel: true, here: true });
    expect(await rowsOf(all.id)).toMatchObject([{ targetId: channelId, here: false }]);
    const here = await bob.call.messages.send({ channelId, content: '@here' });
    expect(await rowsOf(here.id)).toMatchObject([{ targetId: channelId, here: true }]);
  });

  test('by which its author joins mentions as well, and so does a reply', async () => {
    const { alice, carol, channelId } = fixture;
    const sent = await carol.call.messages.send({ channelId, content: 'hello @Alice!' });
    expect(sent.mentions.userIds).toEqual([alice.id]);
    const reply = await alice.call.messages.reply({ messageId: sent.id, content: '@carol.' });
    expect(await rowsOf(reply.id)).toMatchObject([{ targetId: carol.id, threadId: sent.id }]);
  });

  test('that is repeated with its key gets the same mentions, and mentions once', async () => {
    const { alice, bob, channelId } = fixture;
    const key = randomUUID();
    const send = () => alice.withKey(key).call.messages.send({ channelId, content: '@bob' });
    const first = await send();
    expect(await send()).toEqual(first);
    expect(await targetsOf(first.id)).toEqual([bob.id]);
  });

  test('mentions the same whatever else is posted at that moment', async () => {
    const { alice, bob, carol, channelId } = fixture;
    const contents = Array.from({ length: 60 }, (_, n) => ['plain', '@bob', '@carol @bob'][n % 3] ?? '');
    const sent = await Promise.all(
      contents.map((content) => alice.call.messages.send({ channelId, content })),
    );
    for (const { id, content, mentions } of sent) {
      const expected = { plain: [], '@bob': [bob.id] }[content] ?? [carol.id, bob.id];
      expect(mentions.userIds).toEqual(expected);
      expect(await targetsOf(id)).toEqual([...expected].sort());
    }
  });
});

describe('an edit', () => {
  test('mentions whom it adds, keeps whom it keeps, and no longer mentions the others', async () => {
    const { alice, bob, carol, admin, channelId, log } = fixture;
    const { id: messageId } = await alice.call.messages.send({ channelId, content: '@bob @carol @here' });
    const [before] = await rowsOf(messageId);
    const edited = await alice.call.messages.edit({ messageId, content: '@carol @adam @channel' });
    expect(edited.mentions).toEqual({
      userIds: [carol.id, admin.id],
      groupIds: [],
      channel: true,
      here: false,
    });
    const events = await log();
    const updated = events.at(-1);
    expect(updated).toMatchObject({ type: 'message.updated', data: { mentions: edited.mentions } });
    const rows = await rowsOf(messageId);
    const addedAt = new Map(rows.map(({ targetId, addedSeq, here }) => [targetId, { addedSeq, here }]));
    expect(addedAt).toEqual(
      new Map([
        [carol.id, { addedSeq: before?.seq, here: false }],
        [admin.id, { addedSeq: updated?.data.seq, here: false }],
        [channelId, { addedSeq: updated?.data.seq, here: false }],
      ]),
    );
    expect(rows.every(({ seq }) => seq === before?.seq)).toBe(true);
    expect(addedAt.has(bob.id)).toBe(false);
    // The log does not say any more whom the old text named.
    const created = events.find(({ data }) => data.seq === before?.seq);
    expect(created).toMatchObject({ data: { superseded: true, mentions: NO_MENTIONS } });
    await alice.call.messages.edit({ messageId, content: 'nobody' });
    expect(await rowsOf(messageId)).toEqual([]);
    expect((await bob.call.messages.get({ messageId })).mentions).toEqual(NO_MENTIONS);
  });

  test('of somebody else mentions nobody', async () => {
    const { alice, bob, carol, channelId } = fixture;
    const { id: messageId } = await alice.call.messages.send({ channelId, content: '@bob' });
    await expect(carol.call.messages.edit({ messageId, content: '@carol' })).rejects.toThrow();
    expect(await targetsOf(messageId)).toEqual([bob.id]);
  });
});

test('a deleted message mentions nobody, in the log neither', async () => {
  const { alice, channelId, log } = fixture;
  const { id: messageId } = await alice.call.messages.send({ channelId, content: '@bob @channel' });
  await alice.call.messages.delete({ messageId });
  expect(await rowsOf(messageId)).toEqual([]);
  const created = (await log()).find(
    ({ type, data }) => type === 'message.created' && 'id' in data && data.id === messageId,
  );
  expect(created).toMatchObject({ data: { mentions: NO_MENTIONS } });
});
