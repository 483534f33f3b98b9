import { newId, tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { refusedWith } from '../../testing/expect.js';
import type { TestUser } from '../../testing/world.js';
import { createPrivateChannel, type Fixture, useFixture } from '../channel.fixture.js';
import { purgeMessages } from '../removal/purge.js';

let fixture: Fixture;
let messageId: string;
useFixture(async (fresh) => {
  fixture = fresh;
  const { bob, channelId } = fixture;
  messageId = (await bob.call.messages.send({ channelId, content: 'text 0' })).id;
});

const edit = (content: string) => fixture.bob.call.messages.edit({ messageId, content });
const edits = (who: TestUser = fixture.bob, id = messageId) => who.call.messages.edits({ messageId: id });
const textsOf = async () => (await edits()).map(({ content }) => content);

describe('the edit history', () => {
  test('has the texts before each edit, with time and editor, the last that was replaced first', async () => {
    const { bob, world } = fixture;
    expect(await edits()).toEqual([]);
    const times: string[] = [];
    for (const content of ['text 1', 'text 2']) {
      world.clock.advance(1_001);
      times.push((await edit(content)).updatedAt);
    }
    expect(await edits()).toEqual([
      { content: 'text 1', editedAt: times[1], userId: bob.id },
      { content: 'text 0', editedAt: times[0], userId: bob.id },
    ]);
  });

  test('gets nothing by the same text again, by metadata, by a refused edit, by a retry and by a pin', async () => {
    const { alice, bob } = fixture;
    await edit('text 0');
    await bob.call.messages.edit({ messageId, metadata: { kind: 'note' } });
    await refusedWith('NOT_YOUR_MESSAGE', alice.call.messages.edit({ messageId, content: 'mine' }));
    await refusedWith('INVALID_INPUT', edit(''));
    await alice.call.messages.pin({ messageId });
    expect(await edits()).toEqual([]);
    const retried = () => bob.withKey('edit').call.messages.edit({ messageId, content: 'text 1' });
    await retried();
    await retried();
    expect(await textsOf()).toEqual(['text 0']);
  });

  test('keeps the newest fifty, also of edits at once', async () => {
    for (let n = 1; n <= 45; n++) await edit(`text ${n}`);
    await Promise.all(Array.from({ length: 10 }, (_, n) => edit(`text ${46 + n}`)));
    const kept = await textsOf();
    expect(kept).toHaveLength(50);
    expect(kept.slice(9)).toEqual(Array.from({ length: 41 }, (_, n) => `text ${45 - n}`));
    expect(new Set(kept).size).toBe(50);
  });

  test('is deleted with the message, and with its channel', async () => {
    const { alice, bob, channelId, serverId, world } = fixture;
    const { messageEdits } = tables;
    const rows = (id: string) => world.services.db.$count(messageEdits, eq(messageEdits.messageId, id));
    await edit('text 1');
    const other = await bob.call.messages.send({ channelId, content: 'other' });
    await bob.call.messages.edit({ messageId: other.id, content: 'other text' });
    await alice.call.messages.delete({ messageId });
    expect([await rows(messageId), await rows(other.id)]).toEqual([0, 1]);
    await refusedWith('MESSAGE_NOT_FOUND', edits(bob));
    await alice.call.channels.delete({ serverId, channelId });
    await refusedWith('MESSAGE_NOT_FOUND', edits(bob, other.id));
    await purgeMessages(world.services.db, channelId);
    expect(await rows(other.id)).toBe(0);
  });

  test('is in no event and in no kept answer', async () => {
    const { bob, world } = fixture;
    // Other tests share the database.
    for (const content of ['once', 'twice', 'thrice'])
      await bob.withKey(content).call.messages.edit({ messageId, content: `said ${content}` });
    const { events, idempotencyKeys } = tables;
    const stored = JSON.stringify([
      await world.services.db.select({ frame: events.frame }).from(events),
      await world.services.db.select({ answer: idempotencyKeys.answer }).from(idempotencyKeys),
    ]);
    expect(stored).toContain('said thrice');
    expect(stored).not.toMatch(/said (once|twice)/);
    expect(await textsOf()).toEqual(['said twice', 'said once', 'text 0']);
  });

  test('is where the message may be read alone', async () => {
    const { alice, bob, carol, admin, bot, serverId, channelId, world } = fixture;
    await edit('text 1');
    await alice.call.servers.update({ serverId, editHistory: 'everyone' });
    for (const missing of [newId(), 'nonsense', ''])
      await refusedWith('MESSAGE_NOT_FOUND', edits(bob, missing));
    await refusedWith('UNAUTHENTICATED', edits(world.anonymous));
    const secretId = await createPrivateChannel(fixture);
    const secret = await bob.call.messages.send({ channelId: secretId, content: 'secret' });
    await bob.call.messages.edit({ messageId: secret.id, content: 'no secret' });
    for (const who of [carol, admin, bot]) await refusedWith('MESSAGE_NOT_FOUND', edits(who, secret.id));
    expect(await edits(alice, secret.id)).toMatchObject([{ content: 'secret' }]);
    await alice.call.channels.removeMember({ serverId, channelId: secretId, userId: bob.id });
    await refusedWith('MESSAGE_NOT_FOUND', edits(bob, secret.id));
    await alice.call.channels.update({ serverId, channelId, archived: true });
    expect(await edits()).toHaveLength(1);
  });
});
