import { createDatabase, type Transaction, tables } from '@palaver/db';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReadContext } from '../../procedures/context.js';
import { createFixture, createUsers, type Fixture } from '../channel.fixture.js';
import { readSingle, readThread, readTimeline } from './pages.js';

const { messages } = tables;

/**
 * Messages of each channel: a fifth are replies in one thread, as many are replies there that the list of the channel has as well, and every
 * third has a reaction.
 */
const COUNT = 10_000;

let fixture: Fixture;
/** A channel whose messages are all older than those of the busy one, and its first message, the root of the thread. */
let quiet: { channelId: string; rootId: string };

beforeAll(async () => {
  const users = await createUsers();
  fixture = await createFixture(users);
  const { serverId, alice, world } = fixture;
  quiet = { channelId: fixture.channelId, rootId: await fill(fixture.channelId) };
  const busy = await alice.call.channels.create({ serverId, name: 'busy' });
  await fill(busy.id);
  await world.services.db.execute(sql`analyze`);
});
afterAll(() => fixture.world.close());

async function fill(channelId: string): Promise<string> {
  const { alice, world } = fixture;
  const root = await alice.call.messages.send({ channelId, content: 'root' });
  await world.services.db.execute(sql`
    with stored as (
      insert into messages (id, channel_id, seq, user_id, thread_id, content, created_at, updated_at, extra)
      select gen_random_uuid(), ${channelId}, n, ${alice.id}, case when n % 5 = 0 then ${root.id}::uuid end, 'x', now(), now(),
        case when n % 5 = 1 then jsonb_build_object('alsoInThread', ${root.id}::uuid) end
      from generate_series(1000, ${COUNT + 1000}::int) n returning id, seq
    ), listed as (
      insert into channel_replies (message_id, root_id, seq) select id, ${root.id}::uuid, seq from stored where seq % 5 = 1
    ) insert into reactions select id, '👍', ${alice.id}, now() from stored where seq % 3 = 0`);
  await world.services.db
    .update(messages)
    .set({ replyCount: COUNT / 2.5 })
    .where(eq(messages.id, root.id));
  return root.id;
}

const PAGES: Array<
  [string, (ctx: ReadContext, cursors: { message: string; reply: string }) => Promise<unknown>]
> = [
  ['the newest page', (ctx) => readTimeline(ctx, quiet.channelId, { limit: 50 })],
  ['a page far back', (ctx, at) => readTimeline(ctx, quiet.channelId, { limit: 50, before: at.message })],
  ['a page after', (ctx, at) => readTimeline(ctx, quiet.channelId, { limit: 50, after: at.message })],
  ['a page around', (ctx, at) => readTimeline(ctx, quiet.channelId, { limit: 50, around: at.message })],
  ['the newest of a thread', (ctx) => readThread(ctx, quiet.rootId, { limit: 50 })],
  ['a thread far back', (ctx, at) => readThread(ctx, quiet.rootId, { limit: 50, before: at.reply })],
  ['a thread after', (ctx, at) => readThread(ctx, quiet.rootId, { limit: 50, after: at.reply })],
  ['a thread around', (ctx, at) => readThread(ctx, quiet.rootId, { limit: 50, around: at.reply })],
  ['a single message', (ctx, at) => readSingle(ctx, at.message)],
  ['a message with many replies', (ctx) => readSingle(ctx, quiet.rootId)],
];

describe.each(PAGES)('%s of a large channel beside a busier one', (name, read) => {
  test('reads the rows that it returns, by indexes', async () => {
    const { scanned, fetched } = await inNewSession(async (tx) => {
      const at = await cursors(tx);
      const before = await work(tx);
      await read(contextOf(tx), at);
      return difference(await work(tx), before);
    });
    expect(scanned).toBeLessThan(50);
    // Fifty messages, their reactions, the cursor, and the rows of the caller's standing; half of a thread is found by rows of their own.
    expect(fetched).toBeLessThan(name.includes('thread') ? 125 : 100);
  });

  test('has one generic plan', async () => {
    const planned = await inNewSession(async (tx) => {
      const at = await cursors(tx);
      for (let n = 0; n < 12; n++) await read(contextOf(tx), at);
      return plans(tx);
    });
    expect(planned).toEqual({ custom: 0, generic: 12 });
  });
});

/** Runs in a database session of its own, so that its statistics count this test alone. */
async function inNewSession<T>(run: (tx: Transaction) => Promise<T>): Promise<T> {
  const { db, close } = createDatabase(fixture.world.connection, { max: 1 });
  return db.transaction(run).finally(close);
}

function contextOf(tx: Transaction): ReadContext {
  return { services: { db: tx }, actor: { userId: fixture.carol.id, isBot: false, sessionId: '' } };
}

/** A message and a reply in the middle of the quiet channel. */
async function cursors(tx: Transaction): Promise<{ message: string; reply: string }> {
  const idAt = async (seq: number) => {
    const [row] = await tx
      .select({ id: messages.id })
      .from(messages)
      .where(and(eq(messages.channelId, quiet.channelId), eq(messages.seq, seq)));
    return row?.id ?? '';
  };
  return { message: await idAt(COUNT / 2 + 1), reply: await idAt(COUNT / 2) };
}

interface Work {
  /** Rows read by sequential scans. */
  readonly scanned: number;
  /** Rows read by index scans. */
  readonly fetched: number;
}

async function work(tx: Transaction): Promise<Work> {
  const [row] = await tx.execute<{ scanned: string; fetched: string }>(sql`
    select sum(seq_tup_read) as scanned, sum(idx_tup_fetch) as fetched from pg_stat_xact_user_tables`);
  return { scanned: Number(row?.scanned), fetched: Number(row?.fetched) };
}

function difference(after: Work, before: Work): Work {
  return { scanned: after.scanned - before.scanned, fetched: after.fetched - before.fetched };
}

async function plans(tx: Transaction): Promise<{ custom: number; generic: number }> {
  const [row] = await tx.execute<{ custom: string; generic: string }>(sql`
    select custom_plans as custom, generic_plans as generic from pg_prepared_statements
    where statement like '%with page_cursor as%' and statement not like '%pg_prepared_statements%'`);
  return { custom: Number(row?.custom), generic: Number(row?.generic) };
}
