import { tables } from '@palaver/db';
import type { AnyTRPCProcedure } from '@trpc/server';
import { is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContext } from '../create-context.js';
import type { Meta } from '../procedures/rest.js';
import { createCallerFactory } from '../procedures/trpc.js';
import { appRouter } from '../router.js';
import { createServices } from '../services.js';
import { refusedWith } from './expect.js';
import { KEYED_WRITES, type Request, WRITES_OF_BOTS } from './keyed-writes.js';
import { createWorld, type TestUser, type World } from './world.js';

/** The writes that take no key, and the reason for each. */
const WITHOUT_KEY: Readonly<Record<string, string>> = {
  'auth.register': 'there is no caller yet; a repetition gets USERNAME_TAKEN, and the password signs in',
  'auth.login': 'there is no caller yet; a repetition begins another session',
  'auth.social': 'there is no caller yet',
  'auth.passkeySignInOptions': 'there is no caller yet; a repetition has another challenge',
  'auth.signInWithPasskey': 'there is no caller yet, and a challenge is signed once',
  'auth.passkeyCreationOptions': 'a repetition has another challenge, and the first one is over in minutes',
  'auth.passkeyVerifyOptions': 'a repetition has another challenge, and the first one is over in minutes',
  'mail.verifyEmail': 'there is no caller; a repetition gets LINK_NOT_VALID',
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
let alice: TestUser;
let bob: TestUser;
/** For what bots alone may do. */
let bots: readonly [TestUser, TestUser];
let n = 0;

beforeAll(async () => {
  // Each request is prepared with servers of its own.
  world = await createWorld({ quotas: { serversOwned: 10_000, serversJoined: 10_000 } });
  [alice, bob] = [await world.person('alice'), await world.person('bob')];
  bots = [await newBot('one'), await newBot('two')];
});
afterAll(() => world.close());

const WRITES = Object.entries(
  // `procedures` is the router's flat index by dotted name; its type is that of the nested record.
  appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>,
).flatMap(([name, procedure]) => {
  // tRPC types `meta` on the builder only, and the project's builder (`procedures/trpc.ts`) takes no other type.
  const meta = procedure._def.meta as Meta | undefined;
  return procedure._def.type === 'mutation' ? [{ name, idempotent: meta?.rest?.idempotent ?? false }] : [];
});

test('every write takes a key and has a request to test it with, or is listed here with the reason why not', () => {
  const keyed = WRITES.filter(({ idempotent }) => idempotent).map(({ name }) => name);
  const others = WRITES.filter(({ idempotent }) => !idempotent).map(({ name }) => name);
  expect(Object.keys(KEYED_WRITES).sort()).toEqual(keyed.sort());
  expect(Object.keys(WITHOUT_KEY).sort()).toEqual(others.sort());
});

describe.each(Object.keys(KEYED_WRITES))('%s', (name) => {
  const caller = {
    get one() {
      return WRITES_OF_BOTS.has(name) ? bots[0] : alice;
    },
    get other() {
      return WRITES_OF_BOTS.has(name) ? bots[1] : bob;
    },
  };
  const simultaneous = ONE_AT_A_TIME.has(name) ? 1 : SIMULTANEOUS;

  test(`${simultaneous} simultaneous calls with one key do what one call does, and get one answer`, async () => {
    const single = await prepare(name, caller.one);
    const atFirst = await contents();
    await single(caller.one.call);
    const rows = addedRows(atFirst, await contents());

    const request = await prepare(name, caller.one);
    const prepared = await contents();
    const tries = Array.from({ length: simultaneous }, () => caller.one.withKey(name));
    const answers = await Promise.all(tries.map(({ call }) => request(call)));
    const before = await contents();
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(tries.filter(({ replyHeaders }) => isReplayed(replyHeaders))).toHaveLength(simultaneous - 1);
    expect(addedRows(prepared, before)).toEqual({ ...rows, idempotency_keys: 1 });

    const repetition = caller.one.withKey(name);
    expect(await request(repetition.call)).toEqual(answers[0]);
    expect(isReplayed(repetition.replyHeaders)).toBe(true);
    expect(await contents()).toEqual(before);
  });

  test('a key belongs to one request and one user', async () => {
    await (await prepare(name, caller.one))(caller.one.withKey(`${name} once`).call);
    const another = WITHOUT_INPUT.has(name)
      ? await prepare('users.updateMe', caller.one)
      : await prepare(name, caller.one);
    const ofOther = await prepare(name, caller.other);
    const before = await contents();
    await refusedWith('IDEMPOTENCY_KEY_REUSED', another(caller.one.withKey(`${name} once`).call));
    expect(await contents()).toEqual(before);
    const other = caller.other.withKey(`${name} once`);
    await ofOther(other.call);
    expect(isReplayed(other.replyHeaders)).toBe(false);
  });

  test('a retry gets the answer that was lost after the commit', async () => {
    const request = await prepare(name, caller.one);
    const lost = await callDyingProcess(request, caller.one, `${name} lost`);
    const before = await contents();
    const retry = caller.one.withKey(`${name} lost`);
    expect(await request(retry.call)).toEqual(lost);
    expect(isReplayed(retry.replyHeaders)).toBe(true);
    expect(await contents()).toEqual(before);
  });
});

test('different requests with one key at once do not wait for each other in the database', async () => {
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

async function newBot(username: string): Promise<TestUser> {
  const { bot, token } = await alice.call.bots.create({ username });
  return world.userWithToken(bot.id, token);
}

function prepare(name: string, who: TestUser): Promise<Request> {
  const make = KEYED_WRITES[name];
  if (!make) throw new Error(`${name} has no request`);
  n++;
  return make({ world, who, n });
}

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
