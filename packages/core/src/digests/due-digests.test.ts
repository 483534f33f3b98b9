import { type Database, tables } from '@palaver/db';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WorkSource } from '../kernel/concurrency/background-work.js';
import { createMailMeasures } from '../mail/measures.js';
import { OUTBOX_MAX } from '../mail/outbox.js';
import { createServerWith } from '../testing/create-server.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { dueDigests } from './due-digests.js';

const { mailDigests, mailOutbox, notifications, savedMessages, users } = tables;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let world: World;
let alice: TestUser;
let bob: TestUser;
let serverId: string;
let channelId: string;
let n = 0;

beforeAll(async () => {
  // It has no mailer: what is to be sent stays in the outbox, and the test itself looks for what is due.
  world = await createWorld();
  alice = await world.person('alice');
});
afterAll(() => world.close());
beforeEach(async () => {
  bob = await world.person(`bob-${++n}`);
  await setUser({ email: `bob-${n}@example.org`, verifiedEmail: `bob-${n}@example.org` });
  serverId = (await createServerWith(alice, bob)).id;
  ({ id: channelId } = await alice.call.channels.create({ serverId, name: 'talk' }));
  await bob.call.channels.join({ serverId, channelId });
});

async function setUser(set: Partial<typeof users.$inferInsert>): Promise<void> {
  await world.services.db.update(users).set(set).where(eq(users.id, bob.id));
}

async function mention(): Promise<string> {
  const { id } = await alice.call.messages.send({ channelId, content: `hello @bob-${n}` });
  await Promise.all(world.services.consumers.map((consumer) => consumer.idle()));
  return id;
}

const measures = createMailMeasures();

async function run(source: WorkSource = dueDigests(world.services, measures)): Promise<void> {
  while (await source());
}

const mails = () => world.services.db.select().from(mailOutbox).where(eq(mailOutbox.userId, bob.id));

/** A reminder of a message of alice's, which has come. */
async function reminder(): Promise<string> {
  const { id: messageId } = await alice.call.messages.send({ channelId, content: 'to be done' });
  const remindAt = new Date(Date.now() + HOUR_MS).toISOString();
  await bob.call.savedMessages.save({ messageId, remindAt });
  await world.services.db.update(savedMessages).set({ remindAt: sql`now()` });
  await world.services.scheduled.idle();
  return messageId;
}

/** The messages of each mail. */
async function mailed(): Promise<string[][]> {
  await run();
  const items = await world.services.db.select().from(notifications).where(eq(notifications.userId, bob.id));
  const of = (mailId: string) => items.filter((item) => item.mailId === mailId);
  const sent = await mails();
  expect(sent.every(({ kind, address }) => kind === 'digest' && address === `bob-${n}@example.org`)).toBe(
    true,
  );
  return sent.map(({ id }) => of(id).map(({ messageId }) => messageId ?? ''));
}

async function isScheduled(): Promise<boolean> {
  const [row] = await world.services.db.select().from(mailDigests).where(eq(mailDigests.userId, bob.id));
  return (row?.dueAt ?? null) !== null;
}

describe('a digest', () => {
  test('comes an hour after the first unread mention, and tells of nothing twice', async () => {
    const first = await mention();
    world.clock.advance(HOUR_MS / 2);
    const second = await mention();
    world.clock.advance(HOUR_MS / 2 - 1);
    expect(await mailed()).toEqual([]);
    world.clock.advance(1);
    expect(await mailed()).toEqual([[first, second]]);
    world.clock.advance(100 * HOUR_MS);
    expect(await mailed()).toEqual([[first, second]]);
    const third = await mention();
    world.clock.advance(HOUR_MS);
    expect(await mailed()).toEqual([[first, second], [third]]);
    expect(await isScheduled()).toBe(false);
  });

  test('has direct messages, and neither replies of followed threads nor other messages', async () => {
    await bob.call.notificationPreferences.setForServer({ serverId, level: 'all' });
    const dm = await alice.call.dms.create({ userIds: [bob.id] });
    const { id: root } = await bob.call.messages.send({ channelId, content: 'a thread' });
    await alice.call.messages.reply({ messageId: root, content: 'a reply' });
    await alice.call.messages.send({ channelId, content: 'to all' });
    const { id } = await alice.call.messages.send({ channelId: dm.id, content: 'to you' });
    await Promise.all(world.services.consumers.map((consumer) => consumer.idle()));
    world.clock.advance(HOUR_MS);
    expect(await mailed()).toEqual([[id]]);
  });

  test('has a reminder, also where nothing is wanted or may disturb', async () => {
    await bob.call.notificationPreferences.setForServer({
      serverId,
      level: 'nothing',
      quietStart: '00:00',
      quietEnd: '23:59',
      mutedUntil: '9999-01-01T00:00:00Z',
    });
    const id = await reminder();
    world.clock.advance(HOUR_MS);
    expect(await mailed()).toEqual([[id]]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['is read', () => bob.call.notifications.readAll()],
    ['is read in its channel', () => bob.call.readState.markServerRead({ serverId })],
    ['is deleted', async () => alice.call.messages.delete({ messageId: await lastMessage() })],
    ['may not be read any more', () => bob.call.servers.leave({ serverId })],
    [
      'is muted by now',
      () =>
        bob.call.notificationPreferences.setForServer({
          serverId,
          mutedUntil: new Date(world.clock.now().getTime() + 9 * HOUR_MS).toISOString(),
        }),
    ],
    [
      'is of a server with the level "nothing" by now',
      () => bob.call.notificationPreferences.setForServer({ serverId, level: 'nothing' }),
    ],
    ['is of somebody without a verified address', () => setUser({ verifiedEmail: null })],
    ['is of somebody who has changed the address', () => setUser({ email: `other-${n}@example.org` })],
    ['is of a deactivated account', () => setUser({ deactivatedAt: world.clock.now() })],
    ['is of somebody who has turned digests off', () => bob.call.mailPreferences.set({ digest: 'off' })],
  ])('does not tell of what %s', async (_name, act) => {
    await mention();
    expect(await isScheduled()).toBe(true);
    await act();
    world.clock.advance(2 * HOUR_MS);
    expect(await mailed()).toEqual([]);
    expect(await isScheduled()).toBe(false);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['without an address', () => setUser({ email: null, verifiedEmail: null })],
    ['whose address is not verified', () => setUser({ verifiedEmail: null })],
    ['who has turned digests off', () => bob.call.mailPreferences.set({ digest: 'off' })],
    [
      'who was muted when it came',
      () => bob.call.notificationPreferences.setForServer({ serverId, mutedUntil: '9999-01-01T00:00:00Z' }),
    ],
  ])('costs nothing for a person %s', async (_name, act) => {
    await act();
    await mention();
    expect(await isScheduled()).toBe(false);
  });

  test('waits while the person reads', async () => {
    const first = await mention();
    const other = await mention();
    const items = await bob.call.notifications.list({});
    const item = items.find(({ messageId }) => messageId === other);
    world.clock.advance(50 * MINUTE_MS);
    await bob.call.notifications.read({ notificationId: item?.id ?? '' });
    world.clock.advance(59 * MINUTE_MS);
    expect(await mailed()).toEqual([]);
    world.clock.advance(MINUTE_MS);
    expect(await mailed()).toEqual([[first]]);
  });

  test.each([
    ['15m', 15],
    ['24h', 24 * 60],
    ['1h', 60],
  ] as const)('comes after the chosen silence: %s', async (digest, minutes) => {
    await bob.call.mailPreferences.set({ digest: '24h' });
    await bob.call.mailPreferences.set({ digest });
    const id = await mention();
    world.clock.advance(minutes * MINUTE_MS - 1);
    expect(await mailed()).toEqual([]);
    world.clock.advance(1);
    expect(await mailed()).toEqual([[id]]);
  });

  test('that is to come follows a change of the silence', async () => {
    const id = await mention();
    await bob.call.mailPreferences.set({ digest: '24h' });
    world.clock.advance(HOUR_MS);
    expect(await mailed()).toEqual([]);
    await bob.call.mailPreferences.set({ digest: '15m' });
    expect(await mailed()).toEqual([[id]]);
  });

  test('waits while half of the outbox is full, and is measured as late', async () => {
    const id = await mention();
    world.clock.advance(HOUR_MS + MINUTE_MS);
    await world.services.db.execute(sql`
      insert into mail_outbox (id, kind, address, created_at, next_try_at)
      select gen_random_uuid(), 'reset-password', 'nobody@example.org', now(), now() from generate_series(1, ${OUTBOX_MAX / 2}::int)`);
    expect(await mailed()).toEqual([]);
    expect(measures.digestLagSeconds).toBe(60);
    await world.services.db.delete(mailOutbox).where(eq(mailOutbox.kind, 'reset-password'));
    expect(await mailed()).toEqual([[id]]);
    expect(measures.digestLagSeconds).toBe(0);
  });
});

async function lastMessage(): Promise<string> {
  const [message] = await bob.call.messages.list({ channelId, limit: 1 });
  return message?.id ?? '';
}

test('quiet hours that have begun meanwhile put a digest off to their end', async () => {
  const time = (at: Date) => at.toISOString().slice(11, 16);
  const start = world.clock.now().getTime() + HOUR_MS / 2;
  await bob.call.notificationPreferences.setForServer({
    serverId,
    quietStart: time(new Date(start)),
    quietEnd: time(new Date(start + 8 * HOUR_MS)),
    timezone: 'UTC',
  });
  const id = await mention();
  world.clock.advance(HOUR_MS);
  expect(await mailed()).toEqual([]);
  world.clock.advance(7 * HOUR_MS + HOUR_MS / 2 - MINUTE_MS);
  expect(await mailed()).toEqual([]);
  world.clock.advance(MINUTE_MS);
  expect(await mailed()).toEqual([[id]]);
});

test('where mail is off, nothing is scheduled', async () => {
  const silent = await createWorld({ mailPagesUrl: null });
  const [author, reader] = [await silent.person('alice'), await silent.person('bob')];
  const address = { email: 'bob@example.org', verifiedEmail: 'bob@example.org' };
  await silent.services.db.update(users).set(address).where(eq(users.id, reader.id));
  const dm = await author.call.dms.create({ userIds: [reader.id] });
  await author.call.messages.send({ channelId: dm.id, content: 'hello' });
  await Promise.all(silent.services.consumers.map((consumer) => consumer.idle()));
  expect(await reader.call.notifications.list({})).toHaveLength(1);
  expect(await silent.services.db.select().from(mailDigests)).toEqual([]);
  await silent.close();
});

test('two nodes, whatever is killed, refused or unknown, mail each item once', async () => {
  const fates = ['done', 'refused', 'answer lost', 'killed'] as const;
  let step = 0;
  const node = (): WorkSource => {
    const { db, clock } = world.services;
    const transaction: Database['transaction'] = async (work, options) => {
      const fate = fates[step++ % fates.length];
      if (fate === 'refused') throw new Error('connection lost');
      const result = await db.transaction(async (tx) => {
        const done = await work(tx);
        if (fate === 'killed') throw new Error('killed');
        return done;
      }, options);
      if (fate === 'answer lost') throw new Error('connection lost');
      return result;
    };
    const faulty = new Proxy(db, {
      get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name)),
    });
    return dueDigests({ db: faulty, clock }, createMailMeasures());
  };
  const told: string[] = [];
  for (let round = 0; round < 6; round++) {
    told.push(await mention());
    world.clock.advance(HOUR_MS);
    const nodes = [node(), node()];
    for (let attempt = 0; attempt < 4; attempt++) {
      await Promise.all(nodes.map((source) => source().catch(() => false)));
    }
    expect((await mailed()).map((mail) => mail.length)).toEqual(told.map(() => 1));
  }
  expect((await mailed()).flat().sort()).toEqual(told.sort());
});

test('what is due is found in its index, and costs nothing where nothing is due', async () => {
  await world.services.db.execute(sql`
    insert into mail_digests (user_id, delay) select id, 'off' from users on conflict do nothing`);
  const plan = await world.services.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return tx.execute(
      sql`explain select user_id from mail_digests where due_at is not null and due_at <= now() order by due_at, user_id limit 1`,
    );
  });
  expect(JSON.stringify(plan)).toContain('mail_digests_due_idx');
});
