import { connect, newId, tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSlowed, refusal, type Standing } from '../../channels/permissions.js';
import { lockStream } from '../../log/append.js';
import { createLocalBus } from '../../log/bus.js';
import { claimKey, type Idempotency } from '../../log/idempotency.js';
import { channelStream } from '../../log/streams.js';
import type { PostAnswer, PostDraft, PostOutcome, PostQueue } from '../../procedures/post-queue.js';
import { Message } from '../../protocol/records/message.js';
import { PLAIN_DRAFT } from '../../testing/plain-draft.js';
import {
  createFixture,
  createPrivateChannel,
  expectDense,
  type Fixture,
  useFixture,
} from '../channel.fixture.js';
import { postBatch } from './batch.js';
import { decide } from './decide.js';
import { createPostQueue } from './queue.js';
import type { Poster } from './read.js';

let fixture: Fixture;
useFixture((fresh) => {
  fixture = fresh;
});

const draftOf = (fields: Partial<PostDraft> = {}): PostDraft => ({
  ...PLAIN_DRAFT,
  channelId: fixture.channelId,
  userId: fixture.alice.id,
  ...fields,
});

const keyOf = (key: string, request = 0): Idempotency => ({ key, requestHash: Buffer.alloc(32, request) });

const post = (fields: Partial<PostDraft> = {}) => fixture.world.services.posts.post(draftOf(fields));

const postAll = (posts: readonly PostDraft[]) =>
  postBatch(fixture.world.services.db, posts, fixture.world.clock.now());

/** What came of a post, as a word or the code of its refusal. */
const resultOf = (outcome: PostOutcome) =>
  outcome.kind === 'refused' ? outcome.error.errorCode : outcome.kind;

describe('a batch', () => {
  test.each([1, 3])('of %i without keys is what the log holds and what a page answers', async (count) => {
    const { alice, channelId } = fixture;
    const content = 'short "quoted" {} , \\ \u2028 😀 é\n\t\u0001 NULL null \u001e';
    const outcomes = await postAll(
      Array.from({ length: count }, (_, n) => draftOf({ content: `${content}${n}` })),
    );
    const messages = outcomes.map((outcome) => ('message' in outcome ? outcome.message : null));
    for (const [n, message] of messages.entries()) {
      expect(Message.strict().parse(message)).toEqual(message);
      expect(message).toMatchObject({ content: `${content}${n}`, threadId: null });
    }
    expect((await fixture.log()).slice(-count).map(({ data: { seq, ...message } }) => message)).toEqual(
      messages,
    );
    expectDense(await fixture.log());
    expect(await alice.call.messages.list({ channelId })).toEqual(messages.toReversed());
  });

  test.each([1, 3])(
    'of %i is what the log holds, what a page answers, and what a retry gets',
    async (count) => {
      const { alice, channelId } = fixture;
      const content = 'short "quoted" \\ \u2028 😀 é\n\t\u0001';
      const posts = Array.from({ length: count }, (_, n) =>
        draftOf({ content: `${content}${n}`, idempotency: keyOf(`of-${count}-${n}`) }),
      );
      const outcomes = await postAll(posts);
      expect(outcomes.map(resultOf)).toEqual(posts.map(() => 'posted'));
      const messages = outcomes.map((outcome) => ('message' in outcome ? outcome.message : null));
      for (const message of messages) expect(Message.strict().parse(message)).toEqual(message);
      const logged = (await fixture.log()).slice(-count).map(({ data: { seq, ...message } }) => message);
      expect(logged).toEqual(messages);
      expectDense(await fixture.log());
      expect(await alice.call.messages.list({ channelId })).toEqual(messages.toReversed());
      const again = await postAll(posts);
      expect(again).toEqual(messages.map((message) => ({ kind: 'replayed', messageId: message?.id })));
      const other = posts.map((one) => ({ ...one, idempotency: keyOf(one.idempotency?.key ?? '', 1) }));
      expect((await postAll(other)).map(resultOf)).toEqual(posts.map(() => 'IDEMPOTENCY_KEY_REUSED'));
    },
  );

  test('takes replies to their root and counts them', async () => {
    const { alice, channelId } = fixture;
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
    expectDense(await fixture.log());
  });

  test('refuses each post for its own reason and leaves no trace of it', async () => {
    const { alice, bob, carol, outsider, exMember, channelId, serverId } = fixture;
    const secret = await createPrivateChannel(fixture);
    const other = await createFixture(fixture);
    const elsewhere = await alice.call.messages.send({ channelId: other.channelId, content: 'elsewhere' });
    const gone = await alice.call.messages.send({ channelId, content: 'gone' });
    await alice.call.messages.delete({ messageId: gone.id });
    const archived = await alice.call.channels.create({ serverId, name: 'archived' });
    await alice.call.channels.update({ serverId, channelId: archived.id, archived: true });
    const deleted = await alice.call.channels.create({ serverId, name: 'deleted' });
    await alice.call.channels.delete({ serverId, channelId: deleted.id });
    const before = await fixture.log();

    const refused: Array<[Partial<PostDraft>, string]> = [
      [{ userId: bob.id }, 'prepare-first'],
      [{ userId: outsider.id }, 'CHANNEL_NOT_FOUND'],
      [{ userId: exMember.id }, 'CHANNEL_NOT_FOUND'],
      [{ userId: carol.id, channelId: secret }, 'CHANNEL_NOT_FOUND'],
      [{ channelId: newId() }, 'CHANNEL_NOT_FOUND'],
      [{ channelId: archived.id }, 'CHANNEL_ARCHIVED'],
      [{ channelId: deleted.id }, 'CHANNEL_NOT_FOUND'],
      [{ parentId: newId() }, 'MESSAGE_NOT_FOUND'],
      [{ parentId: gone.id }, 'MESSAGE_NOT_FOUND'],
      [{ parentId: elsewhere.id }, 'MESSAGE_NOT_FOUND'],
    ];
    const fields = refused.map(([one]) => one);
    const keyed = fields.map((one, n) => ({ ...one, idempotency: keyOf(`refused-${n}`) }));
    const expected = refused.map(([, result]) => result);
    const posts = [...fields, ...keyed].map(draftOf);
    expect((await postAll(posts)).map(resultOf)).toEqual([...expected, ...expected]);
    for (const [index, alone] of posts.entries())
      expect((await postAll([alone])).map(resultOf)).toEqual([expected[index % expected.length]]);
    expect(await fixture.log()).toEqual(before);
    // A key of what was refused can still be used, for anything.
    expect(await post({ idempotency: keyOf('refused-0', 1) })).toMatchObject({ kind: 'posted' });
  });

  test('asks permissions.ts, whatever the standing', () => {
    const standing: fc.Arbitrary<Standing> = fc.record({
      isDm: fc.boolean(),
      isPrivate: fc.boolean(),
      archived: fc.boolean(),
      role: fc.constantFrom('owner', 'admin', 'moderator', 'member', null),
      isMember: fc.boolean(),
      timedOutUntil: fc.constantFrom(null, '2026-03-02T00:00:00.000Z'),
      postingRole: fc.constantFrom('member', 'moderator', 'owner'),
      slowModeSeconds: fc.constantFrom(0, 60),
      isBlocked: fc.boolean(),
      isBot: fc.boolean(),
      permissionOverrides: fc.constantFrom(
        [],
        [{ role: 'member' as const, allow: false, permission: 'post' as const }],
        [{ role: 'bot' as const, allow: true, permission: 'post' as const }],
      ),
    });
    // In a direct message nobody has a role.
    const possible = standing.map((how) => (how.isDm ? { ...how, role: null } : how));
    const author = {
      id: fixture.alice.id,
      username: 'alice',
      displayName: 'Alice',
      status: '',
      statusEmoji: null,
      statusExpiresAt: null,
      dndUntil: null,
      bot: false,
      createdAt: '2026-01-01T00:00:00.000Z',
      avatarPath: null,
      metadata: null,
      deleted: false,
    };
    fc.assert(
      fc.property(possible, (how) => {
        const poster: Poster = {
          standing: how,
          serverId: how.isDm ? null : newId(),
          author,
          channel: { id: newId(), kind: 'channel', seq: 1, at: author.createdAt },
          others: [],
        };
        const decision = decide(draftOf(), { poster, kept: undefined, parent: undefined });
        const code = refusal(how, 'post');
        if (code) expect(decision).toMatchObject({ kind: 'refused', error: { errorCode: code } });
        else expect(decision.kind).toBe(how.isMember && !isSlowed(how) ? 'accepted' : 'prepare-first');
      }),
      { numRuns: 200 },
    );
  });

  test('writes nothing to a channel whose log somebody else is writing to, or has written to since', async () => {
    const { db } = fixture.world.services;
    const other = await createFixture(fixture);
    const before = await fixture.log();
    const posts = [
      draftOf({ idempotency: keyOf('contended') }),
      draftOf({ channelId: other.channelId }),
      draftOf({ content: 'second' }),
    ];
    const [head] = await db
      .select()
      .from(tables.streamHeads)
      .where(eq(tables.streamHeads.id, fixture.channelId));
    const outcomes = await db.transaction(async (tx) => {
      await tx
        .select()
        .from(tables.streamHeads)
        .where(eq(tables.streamHeads.id, fixture.channelId))
        .for('no key update');
      const alone = await Promise.all(
        [{}, { idempotency: keyOf('alone') }].map((one) => postAll([draftOf(one)])),
      );
      expect(alone.flat().map(resultOf)).toEqual(['conflict', 'conflict']);
      return postAll(posts);
    });
    expect(outcomes.map(resultOf)).toEqual(['conflict', 'posted', 'conflict']);
    expect(await fixture.log()).toEqual(before);
    expect(await post({ idempotency: keyOf('contended', 1) })).toMatchObject({ kind: 'posted' });
    expect((await fixture.log()).at(-1)?.data.seq).toBe((head?.lastSeq ?? 0) + 1);
  });

  test('a key stands for one message, also within a batch', async () => {
    const { alice, channelId } = fixture;
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
    await alice.call.channels.update({ serverId: fixture.serverId, channelId, archived: true });
    const [late] = retries;
    expect(await alice.withKey('once').call.messages.send({ channelId, content: 'once' })).toEqual(
      late?.message,
    );
  });

  test('a key stands for one message, also between nodes', async () => {
    const { bus, clock, db, log } = fixture.world.services;
    const nodes = Array.from({ length: 4 }, () => createPostQueue({ bus, clock, db, log }));
    const draft = draftOf({ idempotency: keyOf('at two nodes') });
    const outcomes = await Promise.all(nodes.map((node) => node.post(draft)));
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['posted', 'replayed', 'replayed', 'replayed']);
    const ids = outcomes.map((outcome) => ('message' in outcome ? outcome.message.id : outcome));
    const [id] = ids.filter((one) => typeof one === 'string');
    for (const one of ids) expect([id, { kind: 'replayed', messageId: id }]).toContainEqual(one);
    expectDense(await fixture.log());
  });
});

describe('what is known of an author', () => {
  /** A node that receives no hints, so that only the write tells it of changes. */
  const nodeWithoutHints = () => {
    const { clock, db, log } = fixture.world.services;
    return createPostQueue({ bus: createLocalBus(), clock, db, log });
  };
  const outcomeOf = (draft: PostDraft, node: PostQueue) =>
    node.post(draft).then(
      ({ kind }) => kind,
      (error) => error.errorCode,
    );

  test('is not of a write that was rolled back: its positions are taken by other events', async () => {
    const { alice, serverId, world } = fixture;
    const channelId = await createPrivateChannel(fixture);
    const { clock, db, log } = world.services;
    let fails = false;
    const transaction: typeof db.transaction = (work) =>
      db.transaction(async (tx) => {
        const result = await work(tx);
        if (fails) throw new Error('lost before the commit');
        return result;
      });
    const failing = Object.create(db, { transaction: { value: transaction } });
    const node = createPostQueue({ bus: createLocalBus(), clock, db: failing, log });
    const draft = draftOf({ channelId });
    expect(await outcomeOf(draft, node)).toBe('posted');

    fails = true;
    // The main queue meets this lock, and the post goes into a transaction.
    const lost = await db.transaction(async (tx) => {
      await lockStream(tx, channelStream(channelId));
      const posting = node.post(draft).catch((error: Error) => error.message);
      await expect.poll(() => node.measure().channels).toBe(1);
      return [posting];
    });
    expect(await lost[0]).toBe('lost before the commit');
    // The next post may go into a transaction, too.
    fails = false;
    await alice.call.channels.update({ serverId, channelId, archived: true });
    expect(await outcomeOf(draft, node)).toBe('CHANNEL_ARCHIVED');
  });

  test('is the profile of now, also in a direct message and where no hint tells of it', async () => {
    const { alice, bob, channelId } = fixture;
    const dm = await alice.call.dms.create({ userIds: [bob.id] });
    const node = nodeWithoutHints();
    for (const at of [channelId, dm.id]) {
      await node.post(draftOf({ channelId: at }));
      const { displayName } = await alice.call.users.updateMe({ displayName: `Alice of ${at.slice(-6)}` });
      const posted = await node.post(draftOf({ channelId: at }));
      expect(posted).toMatchObject({ message: { user: { displayName } } });
    }
  });

  test('a refusal is read each time', async () => {
    const { alice, channelId, serverId } = fixture;
    const node = nodeWithoutHints();
    await node.post(draftOf());
    await alice.call.channels.update({ serverId, channelId, archived: true });
    expect(await outcomeOf(draftOf(), node)).toBe('CHANNEL_ARCHIVED');
    await alice.call.channels.update({ serverId, channelId, archived: false });
    expect(await outcomeOf(draftOf(), node)).toBe('posted');
    expectDense(await fixture.log());
  });
});

describe('group commit', () => {
  /** A queue on a connection of its own, and the statements that it has sent. */
  function countingQueue(bus = fixture.world.services.bus) {
    const statements: string[] = [];
    const { connection, services, clock } = fixture.world;
    const sql = connect(connection, {
      max: 4,
      fetch_types: false,
      debug: (_connection, query) => statements.push(query),
    });
    const queue = createPostQueue({
      db: drizzle(sql),
      bus,
      clock,
      log: services.log,
    });
    return { queue, statements, close: () => sql.end() };
  }

  const contentsOf = async () =>
    (await fixture.log()).flatMap((event) => (event.type === 'message.created' ? [event.data.content] : []));

  test('a message is one statement once its author is known, and those that come meanwhile share the next', async () => {
    const { queue, statements, close } = countingQueue();
    await queue.post(draftOf({ content: 'read' }));
    expect(statements).toHaveLength(2);
    await queue.post(draftOf({ content: 'first' }));
    expect(statements).toHaveLength(3);
    const contents = Array.from({ length: 8 }, (_, n) => `${n}`);
    const outcomes = await Promise.all(contents.map((content) => queue.post(draftOf({ content }))));
    expect(outcomes.every(({ kind }) => kind === 'posted')).toBe(true);
    // The first goes at once, alone; those that came while it was in flight go together.
    expect(statements).toHaveLength(5);
    expect(await contentsOf()).toEqual(['read', 'first', ...contents]);
    await close();
  });

  test('who posts is read while the batch before is written', async () => {
    const { clock, db } = fixture.world.services;
    const { queue, statements, close } = countingQueue();
    const elsewhere = await createPrivateChannel(fixture);
    await queue.post(draftOf());
    const idempotency = keyOf('held');
    const posting: Array<Promise<PostAnswer>> = [];
    const holding = db.transaction(async (tx) => {
      // The batch waits for whoever has this key.
      await claimKey(tx, { ...idempotency, userId: fixture.alice.id }, clock.now());
      posting.push(queue.post(draftOf({ idempotency })));
      await expect.poll(() => statements.length).toBe(3);
      posting.push(queue.post(draftOf({ channelId: elsewhere })));
      await expect.poll(() => statements.slice(3)).toEqual([expect.stringContaining('standings')]);
      throw new Error('undone');
    });
    await expect(holding).rejects.toThrow('undone');
    expect((await Promise.all(posting)).map(({ kind }) => kind)).toEqual(['posted', 'posted']);
    await close();
  });

  test.each([
    ['heard, is one statement', true, 1],
    ['not heard, is a second one that compares', false, 2],
  ])('a message after a reaction that was %s', async (_what, isHeard, expected) => {
    const { alice, channelId } = fixture;
    const { queue, statements, close } = countingQueue(isHeard ? undefined : createLocalBus());
    const sent = async () => {
      const earlier = statements.length;
      expect(await queue.post(draftOf())).toMatchObject({ kind: 'posted' });
      return statements.length - earlier;
    };
    await sent();
    const [message] = await alice.call.messages.list({ channelId });
    await alice.call.messages.react({ messageId: message?.id ?? '', emoji: '👍' });
    expect(await sent()).toBe(expected);
    expect(await sent()).toBe(1);
    expectDense(await fixture.log());
    await close();
  });

  test.each<[string, (fixture: Fixture) => Promise<unknown>]>([
    ['a draft', ({ alice, channelId }) => alice.call.drafts.put({ channelId, content: 'later' })],
    ['the end of a draft', ({ alice, channelId }) => alice.call.drafts.delete({ channelId })],
    ['a favorite', ({ alice, channelId }) => alice.call.favorites.add({ channelId })],
    ['the profile of somebody else', ({ bob }) => bob.call.users.updateMe({ displayName: 'Robert' })],
    ['a member who joins the channel', ({ bob, ...path }) => bob.call.channels.join(path)],
    ['another channel', ({ bob, serverId }) => bob.call.channels.create({ serverId, name: 'another' })],
    [
      'a time-out of somebody else',
      ({ alice, bob, serverId }) => {
        const until = new Date(Date.now() + 60_000).toISOString();
        return alice.call.servers.timeOut({ serverId, userId: bob.id, until });
      },
    ],
    ['somebody else who leaves the server', ({ bob, serverId }) => bob.call.servers.leave({ serverId })],
  ])('a message after %s is one statement', async (_what, act) => {
    const { alice, channelId, world } = fixture;
    await alice.call.drafts.put({ channelId, content: 'earlier' });
    const { queue, statements, close } = countingQueue();
    await queue.post(draftOf());
    await act(fixture);
    await world.services.background.idle();
    const earlier = statements.length;
    expect(await queue.post(draftOf())).toMatchObject({ kind: 'posted' });
    expect(statements.length - earlier).toBe(1);
    await close();
  });

  test('a message after events of its author that change nothing and were not heard is a second statement once', async () => {
    const { alice, channelId, serverId, world } = fixture;
    // Events of the last hour are compared, by the clock of the database.
    const passed = Date.now() - world.clock.now().getTime();
    world.clock.advance(passed);
    const { queue, statements, close } = countingQueue(createLocalBus());
    const sent = async () => {
      const earlier = statements.length;
      expect(await queue.post(draftOf())).toMatchObject({ kind: 'posted' });
      return statements.length - earlier;
    };
    await sent();
    for (const level of ['mentions', 'all'] as const)
      await alice.call.notificationPreferences.setForChannel({ serverId, channelId, level });
    expect(await sent()).toBe(2);
    expect(await sent()).toBe(1);
    // Of what is known since, another event decides again.
    await alice.call.users.updateMe({ displayName: 'Another' });
    const outcome = await queue.post(draftOf());
    expect(outcome).toMatchObject({ kind: 'posted', message: { user: { displayName: 'Another' } } });
    await close();
    world.clock.advance(-passed);
  });

  test('of many waiting most go together, and the order is the one they came in', async () => {
    const { queue, statements, close } = countingQueue();
    const contents = Array.from({ length: 300 }, (_, n) => `${n}`);
    await queue.post(draftOf({ content: 'first' }));
    const earlier = statements.length;
    const outcomes = await Promise.all(contents.map((content) => queue.post(draftOf({ content }))));
    expect(outcomes.every(({ kind }) => kind === 'posted')).toBe(true);
    expect(statements.length - earlier).toBeLessThan(20);
    expect(await contentsOf()).toEqual(['first', ...contents]);
    await close();
  });

  test('what is wrong with one post fails nobody else', async () => {
    const tooLong = draftOf({ content: 'x'.repeat(tables.CONTENT_CHARACTERS_MAX + 1) });
    const { posts } = fixture.world.services;
    const outcomes = await Promise.allSettled([
      posts.post(draftOf()),
      posts.post(draftOf()),
      posts.post(tooLong),
      posts.post(draftOf()),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    await expect(posts.post(tooLong)).rejects.toThrow();
    expectDense(await fixture.log());
  });

  test('a channel that somebody holds waits by itself: the others are posted to meanwhile', async () => {
    const { db, posts } = fixture.world.services;
    const other = await createFixture(fixture);
    const waiting = await db.transaction(async (tx) => {
      await tx
        .select()
        .from(tables.streamHeads)
        .where(eq(tables.streamHeads.id, channelStream(fixture.channelId).id))
        .for('no key update');
      const held = Promise.all([
        posts.post(draftOf({ content: 'a' })),
        posts.post(draftOf({ content: 'b' })),
      ]);
      for (let n = 0; n < 5; n++)
        expect(await posts.post(draftOf({ channelId: other.channelId }))).toMatchObject({ kind: 'posted' });
      return [held];
    });
    expect((await waiting[0])?.map(({ kind }) => kind)).toEqual(['posted', 'posted']);
    expect((await contentsOf()).slice(-2)).toEqual(['a', 'b']);
    expectDense(await fixture.log());
  });
});
