import { beforeEach, describe, expect, test } from 'vitest';
import type { LastReply, Message } from '../protocol/records/message.js';
import type { TestUser } from '../testing/world.js';
import { type Fixture, useFixture } from './channel.fixture.js';

let fixture: Fixture;
let channelId: string;
let rootId: string;
useFixture((fresh) => {
  fixture = fresh;
});
beforeEach(async () => {
  const { alice, bob, carol, serverId } = fixture;
  channelId = fixture.channelId;
  for (const { call } of [bob, carol]) await call.channels.join({ serverId, channelId });
  ({ id: rootId } = await alice.call.messages.send({ channelId, content: 'root' }));
});

const last = async () => (await fixture.carol.call.messages.get({ messageId: rootId })).lastReplies;
const asLast = ({ userId, createdAt }: Message): LastReply => ({ userId, createdAt });

/** Posts a reply of each, a minute apart, and answers them newest first; every other one is in the list of the channel as well. */
async function reply(...people: readonly TestUser[]): Promise<Message[]> {
  const sent: Message[] = [];
  for (const [n, { call }] of people.entries()) {
    fixture.world.clock.advance(60_000);
    sent.unshift(
      await call.messages.reply({ messageId: rootId, content: `${n}`, alsoInChannel: n % 2 === 1 }),
    );
  }
  return sent;
}

describe('the last replies of a message', () => {
  test('are none, then its newest five, of the thread alone and of the channel as well', async () => {
    const { alice, bob, carol } = fixture;
    expect(await last()).toEqual([]);
    const sent = await reply(bob, alice);
    expect(await last()).toEqual(sent.map(asLast));
    const more = await reply(carol, carol, bob, alice);
    expect(await last()).toEqual([...more, ...sent].slice(0, 5).map(asLast));
    expect(more[0]?.lastReplies).toEqual([]);
    const [listed] = (await bob.call.messages.list({ channelId })).filter(({ id }) => id === rootId);
    expect(listed?.lastReplies).toEqual(await last());
  });

  test('are what the event of a deletion says, and older ones come back', async () => {
    const { alice, bob, carol } = fixture;
    const sent = await reply(bob, alice, carol, bob, alice, carol, bob);
    for (const [n, { id, userId }] of sent.entries()) {
      const author = [alice, bob, carol].find((person) => person.id === userId);
      await author?.call.messages.delete({ messageId: id });
      const left = sent.slice(n + 1, n + 6).map(asLast);
      expect((await fixture.log()).at(-1)).toMatchObject({
        type: 'message.deleted',
        data: { threadId: rootId, lastReplies: left },
      });
      expect(await last()).toEqual(left);
    }
  });

  test('are right after many replies are deleted at once, of which each event says it', async () => {
    const { alice, bob, carol, admin, world, serverId } = fixture;
    const sent = await reply(carol, bob, alice, bob, bob, bob, bob, bob, bob, carol);
    await admin.call.servers.deleteMessagesOf({ serverId, userId: bob.id, hours: 24 });
    await world.services.background.idle();
    const left = sent.filter(({ userId }) => userId !== bob.id).map(asLast);
    expect(await last()).toEqual(left);
    const deleted = (await fixture.log()).filter(({ type }) => type === 'message.deleted');
    expect(deleted).toHaveLength(7);
    for (const { data } of deleted) expect(data).toMatchObject({ lastReplies: left });
  });

  test('stay with an edit of the message', async () => {
    const { alice, bob } = fixture;
    const sent = await reply(bob, bob);
    await alice.call.messages.edit({ messageId: rootId, content: 'changed' });
    expect((await fixture.log()).at(-1)).toMatchObject({
      type: 'message.updated',
      data: { id: rootId, lastReplies: sent.map(asLast) },
    });
  });

  test('a deleted message that is no reply says none', async () => {
    const { alice, bob } = fixture;
    await reply(bob);
    await alice.call.messages.delete({ messageId: rootId });
    expect((await fixture.log()).at(-1)).toMatchObject({
      type: 'message.deleted',
      data: { id: rootId, threadId: null, lastReplies: [] },
    });
  });
});
