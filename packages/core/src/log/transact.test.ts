import { newId } from '@palaver/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { userStream } from './streams.js';
import { type Emit, transact } from './transact.js';
import { unawaited } from './unawaited.js';

let world: World;
let alice: TestUser;
beforeAll(async () => {
  world = await createWorld();
  alice = await world.person('alice');
});
afterAll(() => world.close());

const DELETED = { type: 'draft.deleted', data: { channelId: newId(), threadId: null } } as const;

test('an event for which there is no log undoes the whole write, of which nobody hears', async () => {
  const heard: string[] = [];
  const leave = world.services.bus.onHint(({ streamId }) => heard.push(streamId));
  const request = { replyHeaders: new Map<string, string>(), seal: null, isAbandoned: () => false };
  const write = (others: readonly string[]) =>
    transact(
      {
        services: world.services,
        request,
        idempotency: { key: 'one', requestHash: Buffer.alloc(32) },
        actor: { userId: alice.id },
      },
      async (_tx, emit: Emit) => {
        for (const id of [alice.id, ...others]) await emit(userStream(id), DELETED);
        return others.length;
      },
    );
  await expect(write([newId()])).rejects.toThrow();
  expect(heard).toEqual([]);
  // Neither the event nor the answer under the key is there.
  expect(await write([])).toBe(0);
  expect(request.replyHeaders.size).toBe(0);
  expect(heard).toEqual([alice.id]);
  leave();
});

test('statements are sent before those ahead of them are answered, eight at most, and a failure is told at the end', async () => {
  const answers: Array<(error?: Error) => void> = [];
  const sending = unawaited();
  const send = () =>
    sending.send(
      () =>
        new Promise<void>((resolve, reject) => {
          answers.push((error) => (error ? reject(error) : resolve()));
        }),
    );
  for (let n = 0; n < 8; n++) await send();
  const ninth = send();
  expect(answers).toHaveLength(8);
  answers[0]?.();
  await ninth;
  expect(answers).toHaveLength(9);
  answers[8]?.(new Error('the ninth'));
  for (const answer of answers) answer();
  await expect(sending.settled()).rejects.toThrow('the ninth');
});
