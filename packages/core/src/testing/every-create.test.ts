import { tables } from '@palaver/db';
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContext } from '../create-context.js';
import type { Meta } from '../procedures/rest.js';
import { createCallerFactory } from '../procedures/trpc.js';
import { appRouter } from '../router.js';
import { createServices } from '../services.js';
import { CREATIONS, type Creation, type CreationTargets, prepareCreations } from './creations.js';
import { refusedWith } from './expect.js';
import { createWorld, type TestUser, type World } from './world.js';

/** The creating operations that take no key, and the reason for each. */
const WITHOUT_KEY: Readonly<Record<string, string>> = {
  'auth.register':
    'the caller is anonymous, and keys belong to users; a retry gets USERNAME_TAKEN, and the password signs in',
  'realtime.ticket':
    'a ticket expires after 30 seconds or one use, so a lost one needs no cleaning up, and a new one replaces it',
};

const PARALLEL = 50;

let world: World;
let alice: TestUser;
let bob: TestUser;
let targets: CreationTargets;

beforeAll(async () => {
  world = await createWorld();
  ({ alice, bob, targets } = await prepareCreations(world));
});
afterAll(() => world.close());

/** The operations of the router that answer 201 or take a key. */
const CREATES = Object.entries(proceduresOf(appRouter)).flatMap(([name, procedure]) => {
  // tRPC types `meta` on the builder only, and the project's builder (`procedures/trpc.ts`) takes no other type.
  const meta = procedure._def.meta as Meta | undefined;
  const { status, idempotent = false } = meta?.rest ?? {};
  return status === 201 || idempotent ? [{ name, idempotent }] : [];
});

function proceduresOf(router: AnyTRPCRouter): Record<string, AnyTRPCProcedure> {
  // `procedures` is the router's flat index by dotted name; its type is that of the nested record.
  return router._def.procedures as Record<string, AnyTRPCProcedure>;
}

test('every creating operation takes a key, or is listed here with the reason why not', () => {
  const keyed = CREATES.filter(({ idempotent }) => idempotent).map(({ name }) => name);
  const others = CREATES.filter(({ idempotent }) => !idempotent).map(({ name }) => name);
  expect(keyed.sort()).toEqual(Object.keys(CREATIONS).sort());
  expect(others.sort()).toEqual(Object.keys(WITHOUT_KEY).sort());
});

describe.each(Object.entries(CREATIONS))('%s', (name, creation) => {
  test(`${PARALLEL} simultaneous retries create one row, its events, and one answer`, async () => {
    const before = await countRows(creation);
    const tries = Array.from({ length: PARALLEL }, () => alice.withKey(name));
    const answers = await Promise.all(tries.map(({ call }) => creation.call(call, 0, targets)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(tries.filter(({ replyHeaders }) => replayed(replyHeaders))).toHaveLength(PARALLEL - 1);
    expect(await countRows(creation)).toEqual(after(before, creation));
  });

  test('a key belongs to one request and one user', async () => {
    const before = await countRows(creation);
    await refusedWith('IDEMPOTENCY_KEY_REUSED', creation.call(alice.withKey(name).call, 1, targets));
    expect(await countRows(creation)).toEqual(before);
    const other = bob.withKey(name);
    await creation.call(other.call, 1, targets);
    expect(replayed(other.replyHeaders)).toBe(false);
    expect(await countRows(creation)).toEqual(after(before, creation));
  });

  test('a retry gets the answer that was lost after the commit', async () => {
    const before = await countRows(creation);
    const lost = await callDyingProcess(creation, alice, `${name} 2`, 2);
    const retry = alice.withKey(`${name} 2`);
    expect(await creation.call(retry.call, 2, targets)).toEqual(lost);
    expect(replayed(retry.replyHeaders)).toBe(true);
    expect(await countRows(creation)).toEqual(after(before, creation));
  });
});

const replayed = (headers: Map<string, string>) => headers.get('Idempotent-Replayed') === 'true';

async function countRows({ table }: Creation): Promise<{ rows: number; events: number }> {
  const { db } = world.services;
  return { rows: await db.$count(table), events: await db.$count(tables.events) };
}

function after({ rows, events }: Awaited<ReturnType<typeof countRows>>, creation: Creation) {
  return { rows: rows + 1, events: events + creation.events };
}

/** Calls in a process that dies after the commit: its events are not published, and the caller is to ignore the answer. */
async function callDyingProcess(creation: Creation, { token }: TestUser, idempotencyKey: string, n: number) {
  const dying = createServices({ ...world.services, bus: { ...world.services.bus, publish: () => {} } });
  const ctx = createContext(dying, { requestId: 'dying', token, userAgent: null, idempotencyKey });
  const answer = await creation.call(createCallerFactory(appRouter)(ctx), n, targets);
  dying.close();
  return answer;
}
