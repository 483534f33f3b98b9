import { tables } from '@palaver/db';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealUnder } from '../kernel/services/seal.js';
import { Event } from '../protocol/events.js';
import { readGoldens } from './golden.js';
import { createKeyedWrites, KEYED_WRITES, type KeyedWrites, UNLIMITED } from './keyed-writes.js';
import { createWorld, type TestUser, type World } from './world.js';

const { idempotencyKeys } = tables;

const GOLDENS = readGoldens();
const ANSWERS = GOLDENS.flatMap(({ golden }) =>
  Object.entries(golden.answers).map(([procedure, answer]) => ({ procedure, answer })),
);

let world: World;
let writes: KeyedWrites;

beforeAll(async () => {
  world = await createWorld({ quotas: UNLIMITED });
  writes = await createKeyedWrites(world);
});
afterAll(() => world.close());

const WRITE = 'docs/adding-an-endpoint.md, "Golden files", says how to write them';

test('every type of event and every procedure with a key has a golden sample', () => {
  const frames = GOLDENS.flatMap(({ golden }) => golden.frames.map((frame) => Event.parse(frame).type));
  const types = Event.options.map(({ shape }) => shape.type.value);
  expect(new Set(frames), WRITE).toEqual(new Set(types));
  expect(new Set(ANSWERS.map(({ procedure }) => procedure)), WRITE).toEqual(new Set(KEYED_WRITES));
});

describe.each(GOLDENS)('what release $release stored', ({ golden }) => {
  test('every frame is an event of today, with nothing lost', () => {
    for (const frame of golden.frames) expect(Event.parse(frame)).toMatchObject(asObject(frame));
  });
});

/** Of a message, only the id is stored: a retry reads the message. */
const WITH_STORED_ANSWERS = KEYED_WRITES.filter(
  (name) => !/^(?:messages\.(?!delete)|scheduledMessages\.send$)/.test(name),
);

test.each(WITH_STORED_ANSWERS)('a retry of %s gets the answer that a release stored', async (name) => {
  const { who, request } = await writes.prepare(name);
  await request(who.withKey(name).call);
  for (const { answer } of ANSWERS.filter(({ procedure }) => procedure === name)) {
    await replaceStoredAnswer(who, name, JSON.stringify(answer));
    const retry = who.withKey(name);
    expect(await request(retry.call)).toMatchObject(asObject(answer));
    expect(retry.replyHeaders.get('Idempotent-Replayed')).toBe('true');
  }
});

/** Puts a text in place of what was stored under a key of a user's, sealed where that was. */
async function replaceStoredAnswer(who: TestUser, key: string, text: string): Promise<void> {
  const { db } = world.services;
  const row = and(eq(idempotencyKeys.userId, who.id), eq(idempotencyKeys.key, key));
  const [stored] = await db.select({ answer: idempotencyKeys.answer }).from(idempotencyKeys).where(row);
  const seal = sealUnder(who.token ?? '');
  const isSealed = seal.open(stored?.answer ?? '') !== null;
  await db
    .update(idempotencyKeys)
    .set({ answer: isSealed ? seal.close(text) : text })
    .where(row);
}

function asObject(value: unknown): object {
  if (typeof value !== 'object' || value === null) throw new Error('a golden sample is an object');
  return value;
}
