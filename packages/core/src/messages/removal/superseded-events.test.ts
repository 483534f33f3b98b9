import { tables } from '@palaver/db';
import { and, count, eq, like, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maintain } from '../../maintenance/maintain.js';
import type { Message } from '../../protocol/records/message.js';
import { Hub } from '../../realtime/hub.js';
import { openFeed } from '../../realtime/test-support.js';
import type { TestUser } from '../../testing/world.js';
import { type Fixture, uploaded, useFixture } from '../channel.fixture.js';

let fixture: Fixture;
useFixture((fresh) => {
  fixture = fresh;
});

interface Step {
  readonly verb: 'send' | 'reply' | 'edit' | 'delete' | 'react' | 'unreact';
  /** Picks among the messages so far. */
  readonly target: number;
  readonly withFile: boolean;
}

const STEPS = fc.array(
  fc.record<Step>({
    verb: fc.constantFrom('send', 'reply', 'edit', 'edit', 'delete', 'react', 'react', 'unreact'),
    target: fc.nat(1000),
    withFile: fc.boolean(),
  }),
  { minLength: 5, maxLength: 25 },
);

/** What has been written about a message. Every text is written once, so that it is found wherever it is. */
interface Written {
  readonly id: string;
  readonly author: TestUser;
  /** The message that it replies to. */
  readonly root: Written | undefined;
  readonly retry: () => Promise<Message>;
  texts: string[];
  emoji: string[];
  filenames: string[];
  deleted: boolean;
}

/** Everything written that nobody may get any more. */
const goneFrom = ({ deleted, texts, emoji, filenames }: Written): string[] =>
  deleted ? [...texts, ...emoji, ...filenames] : texts.slice(0, -1);

describe('what was edited or deleted', () => {
  test('is in no event, no replay, no page and no answer to a retry', async () => {
    const { world, channelId, alice, bob, carol } = fixture;
    const hub = new Hub(world.services, { tickMs: 1e9 });
    const people = [alice, bob, carol] as const;
    let serial = 0;
    const unique = (kind: string) => `${kind}<${++serial}>`;

    const post = async (
      author: TestUser,
      { withFile }: Step,
      root: Written | undefined,
    ): Promise<Written> => {
      const filename = unique('file');
      const attachmentIds = withFile ? [await uploaded(fixture, author, filename)] : [];
      const fields = { content: unique('text'), attachmentIds, nonce: unique('key') };
      const retry = () =>
        root
          ? author.call.messages.reply({ messageId: root.id, ...fields })
          : author.call.messages.send({ channelId, ...fields });
      const { id } = await retry();
      const texts = [fields.content];
      return { id, author, root, retry, texts, emoji: [], filenames: [filename], deleted: false };
    };

    const take = async (all: Written[], step: Step, index: number): Promise<void> => {
      const who = people[index % people.length] ?? alice;
      const living = all.filter(({ deleted }) => !deleted);
      const target = living[step.target % Math.max(living.length, 1)];
      if (step.verb === 'send' || !target) return void all.push(await post(who, step, undefined));
      const { messages } = who.call;
      const messageId = target.id;
      const root = target.root ?? target;
      if (step.verb === 'reply' && !root.deleted) all.push(await post(who, step, root));
      if (step.verb === 'edit') {
        const content = unique('text');
        await target.author.call.messages.edit({ messageId, content });
        target.texts.push(content);
      }
      if (step.verb === 'react') {
        const emoji = unique('emoji');
        target.emoji.push(emoji);
        await messages.react({ messageId, emoji });
      }
      if (step.verb === 'unreact')
        await messages.unreact({ messageId, emoji: target.emoji.at(-1) ?? 'none' });
      if (step.verb === 'delete') {
        await alice.call.messages.delete({ messageId });
        target.deleted = true;
      }
    };

    /** The whole log, as a new subscriber gets it. The pages that the hub has read stay in its memory. */
    const replay = async (): Promise<string> => {
      const feed = await openFeed(world, hub, carol);
      await feed.subscribe([channelId], { [channelId]: 0 });
      const log = await fixture.log();
      await expect.poll(() => feed.positions(channelId), { interval: 2 }).toHaveLength(log.length);
      feed.close();
      return JSON.stringify(feed.received);
    };

    const stored = async (): Promise<string> => {
      const { db } = world.services;
      const frames = await db.select({ frame: tables.events.frame }).from(tables.events);
      const answers = await db.select({ answer: tables.idempotencyKeys.answer }).from(tables.idempotencyKeys);
      return JSON.stringify([frames, answers]);
    };

    const reads = async (all: readonly Written[]): Promise<string> => {
      const history = await carol.call.messages.list({ channelId, limit: 100 });
      const threads = await Promise.all(
        all.map(({ id }) => carol.call.messages.thread({ messageId: id, limit: 100 })),
      );
      const retries = await Promise.all(all.map(({ retry }) => retry()));
      return JSON.stringify([history, threads, retries]);
    };

    await fc.assert(
      fc.asyncProperty(STEPS, async (steps) => {
        const all: Written[] = [];
        for (const [index, step] of steps.entries()) {
          await take(all, step, index);
          const gone = all.flatMap(goneFrom);
          const replayed = await replay();
          for (const text of gone) expect(replayed).not.toContain(text);
          for (const { texts, deleted } of all) if (!deleted) expect(replayed).toContain(texts.at(-1));
        }
        const found = (await stored()) + (await reads(all));
        for (const text of all.flatMap(goneFrom)) expect(found).not.toContain(text);
      }),
      { numRuns: 10, endOnFailure: true },
    );
    hub.close();
  });

  test('leaves events of the same type at the same positions', async () => {
    const { alice, bob, channelId } = fixture;
    const attachmentIds = [await uploaded(fixture, bob)];
    const sent = await bob.call.messages.send({ channelId, content: 'first', attachmentIds });
    await alice.call.messages.react({ messageId: sent.id, emoji: '👍' });
    const second = await bob.call.messages.edit({ messageId: sent.id, content: 'second' });
    const position = (await fixture.log()).length;
    const third = await bob.call.messages.edit({ messageId: sent.id, content: 'third' });
    const empty = {
      content: '',
      reactions: [],
      attachments: [],
      externalId: null,
      metadata: null,
      superseded: true,
    };
    const reacted = { channelId, messageId: sent.id, userId: alice.id, emoji: '👍' };
    expect((await fixture.log()).slice(2)).toEqual([
      { type: 'message.created', data: { ...sent, ...empty, seq: position - 2 } },
      { type: 'reaction.added', data: { ...reacted, seq: position - 1 } },
      { type: 'message.updated', data: { ...second, ...empty, seq: position } },
      { type: 'message.updated', data: { ...third, seq: position + 1 } },
    ]);
    await alice.call.messages.unreact({ messageId: sent.id, emoji: '👍' });
    await bob.call.messages.delete({ messageId: sent.id });
    expect((await fixture.log()).slice(2)).toEqual([
      { type: 'message.created', data: { ...sent, ...empty, seq: position - 2 } },
      { type: 'reaction.added', data: { ...reacted, emoji: '', superseded: true, seq: position - 1 } },
      { type: 'message.updated', data: { ...second, ...empty, seq: position } },
      { type: 'message.updated', data: { ...third, ...empty, seq: position + 1 } },
      { type: 'reaction.removed', data: { ...reacted, emoji: '', superseded: true, seq: position + 2 } },
      {
        type: 'message.deleted',
        data: {
          id: sent.id,
          channelId,
          threadId: null,
          alsoInChannel: false,
          lastReplies: [],
          seq: position + 3,
        },
      },
    ]);
  });

  test('an edit rewrites one event, however often the message was edited before', async () => {
    const { bob, channelId, world } = fixture;
    const { id: messageId } = await bob.call.messages.send({ channelId, content: 'first' });
    const versions = async () => {
      const rows = await world.services.db
        .select({ xmin: sql<string>`xmin::text` })
        .from(tables.events)
        .where(eq(tables.events.streamId, channelId))
        .orderBy(tables.events.seq);
      return rows.map(({ xmin }) => xmin);
    };
    for (let n = 1; n <= 5; n++) {
      const before = await versions();
      await bob.call.messages.edit({ messageId, content: `version ${n}` });
      const changed = (await versions()).filter((version, index) => version !== before[index]);
      // The event of the version before, and the new one.
      expect(changed).toHaveLength(2);
    }
  });

  describe('a deletion with thousands of reactions in the log', () => {
    const { events, messages, streamHeads } = tables;
    const COUNT = 2500;

    /** A message and its channel's log with many reactions to it. Returns its id. */
    async function popularMessage(): Promise<string> {
      const { alice, bob, channelId, world } = fixture;
      const { db } = world.services;
      const { id } = await bob.call.messages.send({ channelId, content: 'popular' });
      await alice.call.messages.react({ messageId: id, emoji: 'first' });
      const head = (await fixture.log()).length;
      await db.execute(sql`
        insert into events (stream_id, seq, frame, created_at, message_id)
        select stream_id, seq + n, replace(frame, '"seq":' || seq, '"seq":' || (seq + n)), created_at, message_id
        from events, generate_series(1, ${COUNT}::int) n where stream_id = ${channelId} and seq = ${head}`);
      await db
        .update(streamHeads)
        .set({ lastSeq: head + COUNT })
        .where(eq(streamHeads.id, channelId));
      return id;
    }

    async function expectCleared(messageId: string): Promise<void> {
      const { db } = fixture.world.services;
      const [left] = await db.select({ rows: count() }).from(events).where(eq(events.messageId, messageId));
      expect(left).toEqual({ rows: 0 });
      const [row] = await db.select().from(messages).where(eq(messages.id, messageId));
      expect(row).toMatchObject({ content: '', clearing: null });
      const emoji = (await fixture.log()).flatMap(({ data }) => ('emoji' in data ? [data.emoji] : []));
      expect(emoji).toEqual(Array(COUNT + 1).fill(''));
    }

    test('rewrites them all, in transactions of a thousand', async () => {
      const messageId = await popularMessage();
      await fixture.bob.call.messages.delete({ messageId });
      await expectCleared(messageId);
      const { db } = fixture.world.services;
      const writers = await db
        .select({ transaction: sql<string>`xmin::text`, rows: count() })
        .from(events)
        .where(and(eq(events.streamId, fixture.channelId), like(events.frame, '{"type":"reaction.%')))
        .groupBy(sql`xmin::text`);
      expect(writers.map(({ rows }) => rows).sort()).toEqual([1000, 1000, COUNT + 1 - 2000]);
    });

    test('is finished by maintenance after a crash', async () => {
      const messageId = await popularMessage();
      const { db } = fixture.world.services;
      await db
        .update(messages)
        .set({ content: '', deletedAt: new Date(), clearing: true })
        .where(eq(messages.id, messageId));
      await maintain(fixture.world.services);
      await expectCleared(messageId);
    });
  });
});
