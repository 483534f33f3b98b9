import { tables } from '@palaver/db';
import { is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContext } from '../create-context.js';
import { createCallerFactory } from '../procedures/trpc.js';
import { appRouter } from '../router.js';
import { createServices } from '../services.js';
import { refusedWith } from './expect.js';
import {
  createKeyedWrites,
  KEYED_WRITES,
  type KeyedWrites,
  type Request,
  UNLIMITED,
  WRITES,
} from './keyed-writes.js';
import { createWorld, type TestUser, type World } from './world.js';

/** The writes that take no key, and the reason for each. */
const WITHOUT_KEY: Readonly<Record<string, string>> = {
  'auth.register': 'there is no caller yet; a repetition gets USERNAME_TAKEN, and the password signs in',
  'auth.login': 'there is no caller yet; a repetition begins another session',
  'auth.social': 'there is no caller yet',
  'admin.testMail': 'nothing is stored, and a repetition is one more mail to the address that is tested',
  'auth.passkeySignInOptions': 'there is no caller yet; a repetition has another challenge',
  'auth.signInWithPasskey': 'there is no caller yet, and a challenge is signed once',
  'auth.passkeyCreationOptions': 'a repetition has another challenge, and the first one is over in minutes',
  'auth.passkeyVerifyOptions': 'a repetition has another challenge, and the first one is over in minutes',
  'mail.requestPasswordReset': 'there is no caller; a repetition is one of three mails an hour',
  'mail.resetPassword': 'there is no caller; a repetition gets LINK_NOT_VALID, and the password signs in',
  'mailPreferences.unsubscribe': 'there is no caller; a repetition does nothing',
  'auth.exchange': 'there is no caller yet, and the code works once',
  'auth.token': 'there is no caller yet; a repetition begins another session',
  'users.deleteMe': 'the token of the first call is not valid any more, so a repetition gets UNAUTHENTICATED',
  'auth.logout': 'the token of the first call is not valid any more, so a repetition gets UNAUTHENTICATED',
};

const SIMULTANEOUS = 8;

/** An account decodes one image at a time. */
const ONE_AT_A_TIME = new Set(['users.setAvatar']);

/** Nothing is sent here, so no delivery is over, and only such a one is sent again. */
const CHANGES_NOTHING = new Set(['outgoingWebhooks.replay', 'outgoingWebhooks.replayDelivery']);

const UPDATE_ME: Request = (call) => call.users.updateMe({ status: 'another request' });

/** Every request of these is the same. */
const WITHOUT_INPUT = new Set([
  'users.removeAvatar',
  'realtime.ticket',
  'auth.verify',
  'auth.endOtherSessions',
  'auth.beginTotp',
  'auth.removeTotp',
  'auth.newRecoveryCodes',
  'mail.requestVerification',
  'notifications.readAll',
]);

let world: World;
let ofOne: KeyedWrites;
let ofOther: KeyedWrites;

beforeAll(async () => {
  world = await createWorld({ quotas: UNLIMITED });
  [ofOne, ofOther] = [await createKeyedWrites(world), await createKeyedWrites(world)];
});
afterAll(() => world.close());

test('every write takes a key, or is listed here with the reason why not', () => {
  const others = WRITES.filter(({ isKeyed }) => !isKeyed).map(({ name }) => name);
  expect(Object.keys(WITHOUT_KEY).sort()).toEqual(others.sort());
});

describe.each(KEYED_WRITES)('%s', (name) => {
  const simultaneous = ONE_AT_A_TIME.has(name) ? 1 : SIMULTANEOUS;

  test(`${simultaneous} simultaneous calls with one key do what one call does, and get one answer`, async () => {
    const single = await ofOne.prepare(name);
    const atFirst = await contents();
    await single.request(single.who.call);
    const done = await contents();
    if (!CHANGES_NOTHING.has(name)) expect(done, 'the sample has something to change').not.toEqual(atFirst);

    const { who, request } = await ofOne.prepare(name);
    const prepared = await contents();
    const tries = Array.from({ length: simultaneous }, () => who.withKey(name));
    const answers = await Promise.all(tries.map(({ call }) => request(call)));
    const before = await contents();
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(tries.filter(({ replyHeaders }) => isReplayed(replyHeaders))).toHaveLength(simultaneous - 1);
    expect(addedRows(prepared, before)).toEqual({ ...addedRows(atFirst, done), idempotency_keys: 1 });

    const repetition = who.withKey(name);
    expect(await request(repetition.call)).toEqual(answers[0]);
    expect(isReplayed(repetition.replyHeaders)).toBe(true);
    expect(await contents()).toEqual(before);
  });

  test('a key belongs to one request and one user', async () => {
    const { who, request } = await ofOne.prepare(name);
    await request(who.withKey(`${name} once`).call);
    const next = await ofOne.prepare(name);
    const another = next.who.id === who.id && !WITHOUT_INPUT.has(name) ? next.request : UPDATE_ME;
    const other = await ofOther.prepare(name);
    const before = await contents();
    await refusedWith('IDEMPOTENCY_KEY_REUSED', another(who.withKey(`${name} once`).call));
    expect(await contents()).toEqual(before);
    const ofOthers = other.who.withKey(`${name} once`);
    await other.request(ofOthers.call);
    expect(isReplayed(ofOthers.replyHeaders)).toBe(false);
  });

  test('a retry gets the answer that was lost after the commit', async () => {
    const { who, request } = await ofOne.prepare(name);
    const lost = await callDyingProcess(request, who, `${name} lost`);
    const before = await contents();
    const retry = who.withKey(`${name} lost`);
    expect(await request(retry.call)).toEqual(lost);
    expect(isReplayed(retry.replyHeaders)).toBe(true);
    expect(await contents()).toEqual(before);
  });
});

test('different requests with one key at once do not wait for each other in the database', async () => {
  const alice = await world.person('alice');
  const { id: serverId } = await alice.call.servers.create({ name: 'Acme' });
  const { id: channelId } = await alice.call.channels.create({ serverId, name: 'keys' });
  const { id: messageId } = await alice.call.messages.send({ channelId, content: 'root' });
  for (let round = 0; round < 20; round++) {
    const requests: Request[] = Array.from({ length: 10 }, (_, i) =>
      i % 2 === 0
        ? (call) => call.messages.send({ channelId, content: `${i}` })
        : (call) => call.messages.edit({ messageId, content: `${round} ${i}` }),
    );
    const outcomes = await Promise.allSettled(
      requests.map((request) => request(alice.withKey(`shared ${round}`).call)),
    );
    const codes = outcomes.map((outcome) =>
      outcome.status === 'rejected' ? outcome.reason.errorCode : 'done',
    );
    expect(codes.sort()).toEqual([...Array(9).fill('IDEMPOTENCY_KEY_REUSED'), 'done']);
  }
});

const isReplayed = (headers: Map<string, string>) => headers.get('Idempotent-Replayed') === 'true';

const TABLES = Object.values(tables).filter((table) => is(table, PgTable));

/** How many rows each table has more, or fewer, afterwards; tables without a difference are left out. */
function addedRows(before: Contents, after: Contents): Record<string, number> {
  const rowsBefore = new Map(before.map(({ name, rows }) => [name, rows]));
  const added = after.map(({ name, rows }) => [name, rows - (rowsBefore.get(name) ?? 0)] as const);
  return Object.fromEntries(added.filter(([, rows]) => rows !== 0));
}

/** Waits for what the service does by itself after a write. */
async function settle(): Promise<void> {
  const { background, consumers } = world.services;
  await background.idle();
  // What is left of deleted accounts is not taken out at once.
  const { accountDeletions } = tables;
  const waiting = await world.services.db
    .update(accountDeletions)
    .set({ deletedAt: sql`now() - interval '1 hour'` })
    .returning({ deletedAt: accountDeletions.deletedAt });
  if (waiting.length > 0) await background.idle();
  await Promise.all(consumers.map((consumer) => consumer.idle()));
}

type Contents = readonly { name: string; rows: number; newest: string }[];

/** One statement for all tables: a hundred writes are compared nine times each. */
const CONTENTS = sql.join(
  TABLES.map(
    (table) => sql`select ${sql.raw(`'${getTableConfig(table).name}'`)} as name, count(*)::int as rows,
      coalesce(max(xmin::text::bigint), 0)::text as newest from ${table}`,
  ),
  sql` union all `,
);

/** What changes with every row that is added, changed or deleted: a table's rows, and the newest transaction that wrote one. */
async function contents(): Promise<Contents> {
  await settle();
  const tables = await world.services.db.execute(CONTENTS);
  return tables.map(({ name, rows, newest }) => ({
    name: String(name),
    rows: Number(rows),
    newest: String(newest),
  }));
}

/** Calls in a process that dies after the commit: its events are not published, and the caller is to ignore the answer. */
async function callDyingProcess(request: Request, { token }: TestUser, idempotencyKey: string) {
  const dying = createServices({ ...world.services, bus: { ...world.services.bus, publish: () => {} } });
  const ctx = createContext(dying, { requestId: 'dying', token, userAgent: null, idempotencyKey });
  const answer = await request(createCallerFactory(appRouter)(ctx));
  await dying.close();
  return answer;
}
