import { connect, newId } from '@palaver/db';
import { drizzle } from 'drizzle-orm/postgres-js';
import { describe, expect, test } from 'vitest';
import { Event } from '../protocol/events.js';
import { type PlainPost, postAll } from './post-queries.js';
import { PostQueue, postQueueOf } from './post-queue.js';
import { createPrivateChannel, createRoom, eachTestInARoom, expectDense, type Room } from './room.fixture.js';

let room: Room;
eachTestInARoom((fresh) => {
  room = fresh;
});

const plain = (fields: Partial<PlainPost> = {}): PlainPost => ({
  id: newId(),
  channelId: room.channelId,
  userId: room.alice.id,
  content: 'hello',
  parentId: null,
  key: null,
  requestHash: null,
  ...fields,
});

const post = (fields: Partial<PlainPost> = {}) => postQueueOf(room.world.services).post(plain(fields));

describe('the short way', () => {
  test.each([1, 3])('answers what the long way does, %i at a time', async (count) => {
    const { alice, channelId } = room;
    const content = 'short "quoted" \\ \u2028 😀 é\n\t\u0001';
    const posts = Array.from({ length: count }, (_, n) =>
      plain({ content: `${content}${n}`, key: `of-${count}-${n}`, requestHash: Buffer.alloc(32) }),
    );
    const { db, clock } = room.world.services;
    const frames = (await postAll(db, posts, clock.now())).map(({ frame }) => frame ?? '');
    const events = frames.map((frame) => Event.parse(JSON.parse(frame)));
    expect((await room.log()).slice(-count)).toEqual(events);
    expect(events.map(({ data }) => data)).toMatchObject(posts.map((_, n) => ({ seq: n + 2 })));
    const messages = events.map(({ data: { seq: _, ...message } }) => message);
    expect(await alice.call.messages.list({ channelId })).toEqual(messages.toReversed());
    const again = await postAll(db, posts, clock.now());
    expect(again.map(({ earlierAnswer }) => JSON.parse(earlierAnswer ?? ''))).toEqual(messages);
    const other = posts.map((post) => ({ ...post, requestHash: Buffer.alloc(32, 1) }));
    expect(await postAll(db, other, clock.now())).toEqual([]);
  });

  test('takes replies to their root and counts them', async () => {
    const { alice, channelId } = room;
    const root = await alice.call.messages.send({ channelId, content: 'root' });
    const reply = await alice.call.messages.reply({ messageId: root.id, content: 'reply' });
    await post({ parentId: reply.id });
    await Promise.all([
      post({ parentId: root.id }),
      post({ parentId: reply.id }),
      post({ parentId: reply.id }),
    ]);
    expect(await alice.call.messages.get({ messageId: root.id })).toMatchObject({ replyCount: 5 });
    const thread = await alice.call.messages.thread({ messageId: root.id });
    expect(thread.map((message) => message.threadId)).toEqual(Array(5).fill(root.id));
    expectDense(await room.log());
  });

  test('leaves everything else to the long way, and no trace of it', async () => {
    const { alice, bob, outsider, exMember, channelId, serverId } = room;
    const secret = await createPrivateChannel(room);
    const other = await createRoom(room);
    const elsewhere = await alice.call.messages.send({ channelId: other.channelId, content: 'elsewhere' });
    const gone = await alice.call.messages.send({ channelId, content: 'gone' });
    await alice.call.messages.delete({ messageId: gone.id });
    const archived = await alice.call.channels.create({ serverId, name: 'archived' });
    await alice.call.channels.update({ serverId, channelId: archived.id, archived: true });
    const deleted = await alice.call.channels.create({ serverId, name: 'deleted' });
    await alice.call.channels.delete({ serverId, channelId: deleted.id });
    const before = await room.log();

    const odd: Partial<PlainPost>[] = [
      { userId: bob.id },
      { userId: outsider.id },
      { userId: exMember.id },
      { userId: room.carol.id, channelId: secret },
      { channelId: newId() },
      { channelId: archived.id },
      { channelId: deleted.id },
      { parentId: newId() },
      { parentId: gone.id },
      { parentId: elsewhere.id },
    ];
    const keyed = odd.map((fields, n) => ({ ...fields, key: `odd-${n}`, requestHash: Buffer.alloc(32) }));
    const posts = [...odd, ...keyed].map(plain);
    const { db, clock } = room.world.services;
    expect(await postAll(db, posts, clock.now())).toEqual([]);
    for (const alone of posts) expect(await postAll(db, [alone], clock.now())).toEqual([]);
    expect(await room.log()).toEqual(before);
    // A key that was left unused can still be used, for anything.
    expect((await post({ key: 'odd-0', requestHash: Buffer.alloc(32, 1) }))?.frame).toBeTypeOf('string');
  });

  test('a key stands for one message, also within a batch and for both ways', async () => {
    const { alice, channelId } = room;
    const retries = await Promise.all(
      Array.from({ length: 50 }, () => {
        const { call, replyHeaders } = alice.withKey('once');
        return call.messages
          .send({ channelId, content: 'once' })
          .then((message) => ({ message, replyHeaders }));
      }),
    );
    expect(new Set(retries.map(({ message }) => JSON.stringify(message))).size).toBe(1);
    const replayed = retries.filter(({ replyHeaders }) => replyHeaders.get('Idempotent-Replayed') === 'true');
    expect(replayed).toHaveLength(49);
    expect(await alice.call.messages.list({ channelId })).toHaveLength(1);
    await alice.call.channels.update({ serverId: room.serverId, channelId, archived: true });
    const [late] = retries;
    expect(await alice.withKey('once').call.messages.send({ channelId, content: 'once' })).toEqual(
      late?.message,
    );
  });
});

describe('group commit', () => {
  /** A queue on a connection that tells what it sends. */
  function countingQueue() {
    const statements: string[] = [];
    const { connection } = room.world;
    const sql = connect(connection, { max: 4, debug: (_connection, query) => statements.push(query) });
    const queue = new PostQueue({ db: drizzle(sql), clock: room.world.clock });
    return { queue, statements, close: () => sql.end() };
  }

  test('a message is one statement, and those that come meanwhile share the next', async () => {
    const { queue, statements, close } = countingQueue();
    await queue.post(plain());
    const first = statements.filter((query) => query.includes('post_one'));
    expect(first).toHaveLength(1);
    const earlier = statements.length;
    const contents = Array.from({ length: 8 }, (_, n) => `${n}`);
    const outcomes = await Promise.all(contents.map((content) => queue.post(plain({ content }))));
    expect(outcomes.every((outcome) => outcome?.frame)).toBe(true);
    // The first goes at once, alone; those that came while it was in flight go together.
    expect(statements.slice(earlier)).toHaveLength(2);
    const log = (await room.log()).filter((event) => event.type === 'message.created');
    expect(log.slice(1).map((event) => event.data.content)).toEqual(contents);
    await close();
  });

  test('of a crowd most go together, and the order is the one they came in', async () => {
    const { queue, statements, close } = countingQueue();
    const contents = Array.from({ length: 300 }, (_, n) => `${n}`);
    await queue.post(plain({ content: 'first' }));
    const earlier = statements.length;
    const outcomes = await Promise.all(contents.map((content) => queue.post(plain({ content }))));
    expect(outcomes.every((outcome) => outcome?.frame)).toBe(true);
    expect(statements.length - earlier).toBeLessThan(10);
    const said = (await room.log()).flatMap((event) =>
      event.type === 'message.created' ? [event.data.content] : [],
    );
    expect(said.slice(said.indexOf('first') + 1)).toEqual(contents);
    await close();
  });

  test('what is wrong with one post fails nobody else', async () => {
    const tooLong = plain({ content: 'x'.repeat(4001) });
    const queue = new PostQueue(room.world.services);
    const outcomes = await Promise.all([queue.post(plain()), queue.post(tooLong), queue.post(plain())]);
    expect(outcomes[0]?.frame).toBeTypeOf('string');
    expect(outcomes.slice(1)).toEqual([null, null]);
    await expect(queue.post(tooLong)).rejects.toThrow();
  });
});
