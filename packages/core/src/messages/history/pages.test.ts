import { newId } from '@palaver/db';
import { describe, expect, test } from 'vitest';
import type { Message } from '../../protocol/records/message.js';
import { refusedWith } from '../../testing/expect.js';
import {
  contentsOf,
  createPrivateChannel,
  type Fixture,
  idsOf,
  uploaded,
  useFixture,
} from '../channel.fixture.js';

let fixture: Fixture;
useFixture((fresh) => {
  fixture = fresh;
});

/** Sends `m1`, `m2`, … one after the other. */
async function sendMany(count: number): Promise<Message[]> {
  const sent: Message[] = [];
  for (let i = 1; i <= count; i++) {
    sent.push(await fixture.alice.call.messages.send({ channelId: fixture.channelId, content: `m${i}` }));
  }
  return sent;
}

async function replyMany(messageId: string, count: number): Promise<Message[]> {
  const sent: Message[] = [];
  for (let i = 1; i <= count; i++) {
    sent.push(await fixture.bob.call.messages.reply({ messageId, content: `r${i}` }));
  }
  return sent;
}

const at = (messages: readonly Message[], index: number): string => messages[index]?.id ?? '';

describe('messages.list', () => {
  const list = (input: { before?: string; after?: string; around?: string; limit?: number } = {}) =>
    fixture.carol.call.messages.list({ channelId: fixture.channelId, ...input });

  test('is newest first, without replies, with whole records', async () => {
    const { alice, bob, channelId } = fixture;
    const [first, second] = await sendMany(2);
    const messageId = first?.id ?? '';
    await replyMany(messageId, 2);
    await bob.call.messages.react({ messageId, emoji: '👍' });
    await alice.call.messages.edit({ messageId, content: 'edited' });
    const file = await bob.call.messages.send({ channelId, attachmentIds: [await uploaded(fixture, bob)] });
    const page = await list();
    expect(page).toEqual([
      file,
      second,
      {
        ...first,
        content: 'edited',
        edited: true,
        replyCount: 2,
        lastReplies: [{ userId: expect.any(String), createdAt: expect.any(String) }, expect.anything()],
        reactions: [{ emoji: '👍', count: 1, users: [bob.id] }],
      },
    ]);
    expect(page).toEqual(await Promise.all(page.map(({ id }) => alice.call.messages.get({ messageId: id }))));
  });

  test('before, after and around return the messages next to their cursor', async () => {
    const sent = await sendMany(7);
    expect(contentsOf(await list({ limit: 3 }))).toEqual(['m7', 'm6', 'm5']);
    expect(contentsOf(await list({ before: at(sent, 4), limit: 2 }))).toEqual(['m4', 'm3']);
    expect(contentsOf(await list({ before: at(sent, 0) }))).toEqual([]);
    expect(contentsOf(await list({ after: at(sent, 1), limit: 2 }))).toEqual(['m4', 'm3']);
    expect(contentsOf(await list({ after: at(sent, 6) }))).toEqual([]);
    expect(contentsOf(await list({ around: at(sent, 3), limit: 3 }))).toEqual(['m5', 'm4', 'm3']);
    expect(contentsOf(await list({ around: at(sent, 3), limit: 4 }))).toEqual(['m6', 'm5', 'm4', 'm3']);
    expect(contentsOf(await list({ around: at(sent, 3), limit: 1 }))).toEqual(['m4']);
    expect(contentsOf(await list({ around: at(sent, 0), limit: 4 }))).toEqual(['m3', 'm2', 'm1']);
    expect(contentsOf(await list({ around: at(sent, 6) }))).toHaveLength(7);
  });

  test('paging in either direction returns each message once', async () => {
    const sent = await sendMany(11);
    const older: string[] = [];
    for (let page = await list({ limit: 4 }); page.length > 0; ) {
      older.push(...idsOf(page));
      page = await list({ limit: 4, before: at(page, page.length - 1) });
    }
    expect(older).toEqual(idsOf(sent).toReversed());
    const newer: string[] = [at(sent, 0)];
    for (let page = await list({ limit: 3, after: at(sent, 0) }); page.length > 0; ) {
      newer.unshift(...idsOf(page));
      page = await list({ limit: 3, after: at(page, 0) });
    }
    expect(newer).toEqual(older);
  });

  test('the id of a deleted message is still a cursor', async () => {
    const sent = await sendMany(5);
    await fixture.alice.call.messages.delete({ messageId: at(sent, 2) });
    expect(contentsOf(await list({ before: at(sent, 2) }))).toEqual(['m2', 'm1']);
    expect(contentsOf(await list({ after: at(sent, 2) }))).toEqual(['m5', 'm4']);
    expect(contentsOf(await list({ around: at(sent, 2), limit: 2 }))).toEqual(['m4', 'm2']);
  });

  test('limit: 50 by default, 1 to 100, more is served as 100', async () => {
    await sendMany(51);
    expect(await list()).toHaveLength(50);
    expect(await list({ limit: 1 })).toHaveLength(1);
    expect(await list({ limit: 1_000_000 })).toHaveLength(51);
  });

  test('is for users who may see the channel; for others the channel does not exist', async () => {
    const { carol, admin, bot, bob, alice, outsider, exMember } = fixture;
    await sendMany(1);
    const privateId = await createPrivateChannel(fixture);
    await alice.call.messages.send({ channelId: privateId, content: 'secret' });
    for (const someone of [carol, admin, bot]) {
      expect(contentsOf(await someone.call.messages.list({ channelId: fixture.channelId }))).toEqual(['m1']);
      await refusedWith('CHANNEL_NOT_FOUND', someone.call.messages.list({ channelId: privateId }));
    }
    expect(contentsOf(await bob.call.messages.list({ channelId: privateId }))).toEqual(['secret']);
    for (const someone of [outsider, exMember]) {
      await refusedWith('CHANNEL_NOT_FOUND', someone.call.messages.list({ channelId: fixture.channelId }));
    }
    const anonymous = fixture.world.anonymous.call.messages.list({ channelId: fixture.channelId });
    await refusedWith('UNAUTHENTICATED', anonymous);
  });

  test('an archived channel stays readable', async () => {
    const { alice, serverId, channelId } = fixture;
    await sendMany(1);
    await alice.call.channels.update({ serverId, channelId, archived: true });
    expect(contentsOf(await list())).toEqual(['m1']);
  });
});

describe('messages.get', () => {
  test('a hidden, a deleted and a missing message get the same answer', async () => {
    const { alice, bob, carol, outsider, exMember } = fixture;
    const privateId = await createPrivateChannel(fixture);
    const secret = await alice.call.messages.send({ channelId: privateId, content: 'secret' });
    const [deleted] = await sendMany(1);
    await alice.call.messages.delete({ messageId: deleted?.id ?? '' });
    const outcomes = await Promise.all([
      ...[carol, outsider, exMember, fixture.admin, fixture.bot].map((someone) =>
        someone.call.messages.get({ messageId: secret.id }).catch(JSON.stringify),
      ),
      ...[deleted?.id ?? '', newId(), 'nonsense', ''].map((messageId) =>
        bob.call.messages.get({ messageId }).catch(JSON.stringify),
      ),
    ]);
    expect(new Set(outcomes).size).toBe(1);
    await refusedWith('MESSAGE_NOT_FOUND', carol.call.messages.get({ messageId: secret.id }));
    expect(await bob.call.messages.get({ messageId: secret.id })).toEqual(secret);
  });
});

describe('messages.thread (docs/reference.md, section 4.1)', () => {
  const thread = (messageId: string, input: { before?: string; limit?: number } = {}) =>
    fixture.carol.call.messages.thread({ messageId, ...input });

  test('lists replies, newest first, before a cursor', async () => {
    const [root, other] = await sendMany(2);
    const replies = await replyMany(root?.id ?? '', 5);
    await replyMany(other?.id ?? '', 2);
    const id = root?.id ?? '';
    expect(await thread(id)).toEqual(replies.toReversed());
    expect(contentsOf(await thread(id, { limit: 2 }))).toEqual(['r5', 'r4']);
    expect(contentsOf(await thread(id, { limit: 2, before: at(replies, 3) }))).toEqual(['r3', 'r2']);
    expect(await thread(id, { before: at(replies, 0) })).toEqual([]);
  });

  test('for a reply is the thread that the reply is in', async () => {
    const [root] = await sendMany(1);
    const replies = await replyMany(root?.id ?? '', 2);
    expect(await thread(at(replies, 0))).toEqual(replies.toReversed());
  });

  test('is empty for a message without replies; 50 replies by default', async () => {
    const [root] = await sendMany(1);
    expect(await thread(root?.id ?? '')).toEqual([]);
    await replyMany(root?.id ?? '', 51);
    expect(await thread(root?.id ?? '')).toHaveLength(50);
    expect(await thread(root?.id ?? '', { limit: 100 })).toHaveLength(51);
    await refusedWith('INVALID_INPUT', thread(root?.id ?? '', { limit: 0 }));
  });

  test('stays readable without its root, and a deleted reply is still a cursor', async () => {
    const [root] = await sendMany(1);
    const id = root?.id ?? '';
    const replies = await replyMany(id, 3);
    await fixture.alice.call.messages.delete({ messageId: id });
    await fixture.bob.call.messages.delete({ messageId: at(replies, 1) });
    expect(contentsOf(await thread(id))).toEqual(['r3', 'r1']);
    expect(contentsOf(await thread(id, { before: at(replies, 1) }))).toEqual(['r1']);
  });

  test('is hidden where its message is hidden', async () => {
    const { alice, bob, carol, admin, bot, outsider, exMember } = fixture;
    const privateId = await createPrivateChannel(fixture);
    const { id: messageId } = await alice.call.messages.send({ channelId: privateId, content: 'secret' });
    const reply = await bob.call.messages.reply({ messageId, content: 'psst' });
    for (const someone of [carol, admin, bot, outsider, exMember]) {
      await refusedWith('MESSAGE_NOT_FOUND', someone.call.messages.thread({ messageId }));
    }
    await refusedWith('UNAUTHENTICATED', fixture.world.anonymous.call.messages.thread({ messageId }));
    for (const missing of [newId(), 'nonsense', 'nul\0'])
      await refusedWith('MESSAGE_NOT_FOUND', thread(missing));
    expect(await bob.call.messages.thread({ messageId })).toEqual([reply]);
  });
});

describe('every cursor in every list', () => {
  const FIELDS = ['before', 'after', 'around'] as const;
  type Cursors = Partial<Record<(typeof FIELDS)[number], string>> & { readonly limit?: number };

  /** By its content, each message of a channel, in the order of the log: two threads, of which the replies mix. */
  async function twoThreads(): Promise<Map<string, Message>> {
    const { alice, bob, channelId } = fixture;
    const all = new Map<string, Message>();
    const put = (message: Message) => all.set(message.content, message);
    const id = (content: string) => all.get(content)?.id ?? '';
    put(await alice.call.messages.send({ channelId, content: 'm1' }));
    put(await alice.call.messages.send({ channelId, content: 'm2' }));
    for (const [content, root] of [
      ['a1', 'm1'],
      ['b1', 'm2'],
      ['a2', 'm1'],
      ['gone a3', 'm1'],
    ] as const) {
      put(await bob.call.messages.reply({ messageId: id(root), content }));
    }
    for (const content of ['m3', 'gone m4', 'm5'])
      put(await alice.call.messages.send({ channelId, content }));
    put(await bob.call.messages.reply({ messageId: id('m1'), content: 'a4' }));
    await alice.call.messages.delete({ messageId: id('gone m4') });
    await bob.call.messages.delete({ messageId: id('gone a3') });
    return all;
  }

  const LISTS = [
    { list: 'the history', isIn: /^m\d/, read: (input: Cursors) => historyOf(input) },
    { list: 'a thread', isIn: /^a\d/, read: (input: Cursors, root: string) => threadOf(root, input) },
  ];
  const historyOf = (input: Cursors) =>
    fixture.carol.call.messages.list({ channelId: fixture.channelId, ...input });
  const threadOf = (messageId: string, input: Cursors) =>
    fixture.carol.call.messages.thread({ messageId, ...input });

  describe.each(LISTS)('$list', ({ isIn, read }) => {
    test('takes the id of any message of the channel', async () => {
      const all = await twoThreads();
      const rootId = all.get('m1')?.id ?? '';
      const contents = [...all.keys()];
      for (const [position, { id }] of [...all.values()].entries()) {
        const older = contents
          .slice(0, position)
          .filter((content) => isIn.test(content))
          .toReversed();
        const newer = contents
          .slice(position + 1)
          .filter((content) => isIn.test(content))
          .toReversed();
        const itself = contents.slice(position, position + 1).filter((content) => isIn.test(content));
        const page = async (input: Cursors) => contentsOf(await read(input, rootId));
        expect(await page({ before: id })).toEqual(older);
        expect(await page({ after: id })).toEqual(newer);
        expect(await page({ around: id })).toEqual([...newer, ...itself, ...older]);
        expect(await page({ before: id, limit: 1 })).toEqual(older.slice(0, 1));
        expect(await page({ after: id, limit: 1 })).toEqual(newer.slice(-1));
        expect(await page({ around: id, limit: 2 })).toEqual([
          ...newer.slice(-1),
          ...[...itself, ...older].slice(0, 1),
        ]);
      }
    });

    test('refuses what is no message of the channel, and two cursors', async () => {
      const { alice, serverId } = fixture;
      const all = await twoThreads();
      const rootId = all.get('m1')?.id ?? '';
      const other = await alice.call.channels.create({ serverId, name: 'other' });
      const inOther = await alice.call.messages.send({ channelId: other.id, content: 'x' });
      for (const cursor of [inOther.id, newId(), 'm1', '', 'nul\0']) {
        for (const field of FIELDS) {
          await expect(read({ [field]: cursor }, rootId)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
          await refusedWith('INVALID_INPUT', read({ [field]: cursor }, rootId));
        }
      }
      const two = read({ before: rootId, after: rootId }, rootId);
      await expect(two).rejects.toMatchObject({ issues: [{ path: 'after' }] });
    });

    test('takes any whole number from 1 as its limit, and nothing else', async () => {
      const all = await twoThreads();
      const rootId = all.get('m1')?.id ?? '';
      const whole = await read({}, rootId);
      for (const limit of [100, 101, 2 ** 53, 1e30, Number.MAX_VALUE]) {
        expect(await read({ limit }, rootId)).toEqual(whole);
      }
      for (const limit of [0, -1, -1e30, 1.5, 1e-7, Number.NaN, Number.POSITIVE_INFINITY]) {
        await refusedWith('INVALID_INPUT', read({ limit }, rootId));
      }
    });
  });
});
