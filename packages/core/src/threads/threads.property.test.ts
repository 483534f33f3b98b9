import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerWith } from '../testing/create-server.js';
import { createPeopleOnNodes, NAMES, type PeopleOnNodes } from '../testing/people-on-nodes.js';
import { ThreadsModel } from './threads-model.fixture.js';

const RUNS = Number(process.env.THREADS_RUNS ?? 12);

/** Who does what, and on which node; the numbers choose messages. `names` are those whom a text mentions. */
const STEP = fc.record({
  kind: fc.constantFrom(
    'root',
    'reply',
    'reply',
    'reply',
    'reply',
    'replyToBoth',
    'replyToBoth',
    'edit',
    'delete',
    'deleteRoot',
    'follow',
    'unfollow',
    'read',
    'readOnTwo',
    'back',
    'leave',
    'join',
  ),
  who: fc.nat(2),
  node: fc.nat(1),
  names: fc.subarray([0, 1, 2], { maxLength: 2 }),
  a: fc.nat(50),
  b: fc.nat(50),
});
type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never;

let nodes: PeopleOnNodes;
beforeAll(async () => {
  nodes = await createPeopleOnNodes();
});
afterAll(() => nodes.close());

interface Room {
  readonly serverId: string;
  readonly channelId: string;
  readonly model: ThreadsModel;
}

/** A private channel of all three people. */
async function newRoom(): Promise<Room> {
  const [alice, bob, carol] = [nodes.at(0, 0), nodes.at(0, 1), nodes.at(0, 2)];
  const { id: serverId } = await createServerWith(alice, bob, carol);
  const { id: channelId } = await alice.call.channels.create({ serverId, name: 'talk', isPrivate: true });
  for (const { id: userId } of [bob, carol])
    await alice.call.channels.addMember({ serverId, channelId, userId });
  return { serverId, channelId, model: new ThreadsModel(NAMES.length) };
}

async function take(step: Step, { serverId, channelId, model }: Room): Promise<void> {
  const { kind, who, node, a, b } = step;
  const { call, id: userId } = nodes.at(node, who);
  if (kind === 'join') {
    if (model.isMember(who)) return;
    await nodes.at(node, 0).call.channels.addMember({ serverId, channelId, userId });
    return model.join(who);
  }
  if (!model.isMember(who)) return;
  const names = step.names.filter((name) => name !== who);
  const content = `${a} ${names.map((name) => `@${NAMES[name]}`).join(' ')}`.trim();
  const root = model.pickRoot(a);
  const message = model.pickMessage(b);
  switch (kind) {
    case 'root':
      return model.post(who, (await call.messages.send({ channelId, content })).id, null, names);
    case 'leave':
      if (who === 0) return;
      await call.channels.leave({ serverId, channelId });
      return model.leave(who);
  }
  if (!root) return;
  switch (kind) {
    case 'reply':
    case 'replyToBoth': {
      const alsoInChannel = kind === 'replyToBoth';
      const { id } = await call.messages.reply({ messageId: root.id, content, alsoInChannel });
      return model.post(who, id, root, names, alsoInChannel);
    }
    case 'follow':
      await call.threads.follow({ messageId: root.id });
      return model.follow(who, root);
    case 'unfollow':
      await call.threads.unfollow({ messageId: root.id });
      return model.unfollow(who, root);
    case 'deleteRoot':
      if (root.author !== who) return;
      await call.messages.delete({ messageId: root.id });
      return model.delete(root);
  }
  if (!message) return;
  switch (kind) {
    case 'edit':
      if (message.author !== who || message.root === null) return;
      await call.messages.edit({ messageId: message.id, content: `edited ${content}` });
      return model.edit(message, names);
    case 'delete':
      if (message.author !== who || message.root === null) return;
      await call.messages.delete({ messageId: message.id });
      return model.delete(message);
  }
  if (!model.isFollowing(who, root)) return;
  const mark = (onNode: number, messageId: string, unread: boolean) =>
    nodes.at(onNode, who).call.threads.markRead({ threadId: root.id, messageId, unread });
  await Promise.all([
    mark(node, message.id, kind === 'back'),
    ...(kind === 'readOnTwo' ? [mark(1 - node, root.id, false)] : []),
  ]);
  if (kind === 'back') model.setBack(who, root, message);
  else model.read(who, root, message);
}

/** The lists of everybody, as each of the nodes shows them. */
async function compare({ serverId, model }: Room): Promise<void> {
  for (const who of NAMES.keys()) {
    const expected = model.list(who);
    for (const node of [0, 1]) {
      const { call } = nodes.at(node, who);
      const list = (unread: boolean) => call.threads.getForServer({ serverId, unread, limit: 100 });
      const shown = (await list(false)).map((item) => ({
        threadId: item.threadId,
        lastReplyId: item.lastReply?.id ?? null,
        unreadCount: item.unreadCount,
        firstUnreadMessageId: item.firstUnreadMessageId,
        mentionCount: item.mentionCount,
      }));
      expect(shown).toEqual(expected);
      const unread = (await list(true)).map(({ threadId }) => threadId);
      expect(unread).toEqual(expected.flatMap((item) => (item.unreadCount > 0 ? [item.threadId] : [])));
    }
  }
}

test('after anything that people do, the threads they follow and what is unread there are those of a naive count', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 10, maxLength: 50 }), async (steps) => {
      const room = await newRoom();
      for (const [index, step] of steps.entries()) {
        await take(step, room);
        if (index % 5 === 4) await compare(room);
      }
      await compare(room);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
