import { setTimeout as delay } from 'node:timers/promises';
import { isPalaverError } from '@palaver/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inStep } from '../examples/in-step.js';
import { FaultProxy } from './support/fault-proxy.js';
import { randomFrom } from './support/random.js';
import { openRoom, type Person, type Room } from './support/room.js';

const CHANGES = 120;
const EMOJI = ['👍', '🎉', '🙈'];

let room: Room;
let proxy: FaultProxy;
beforeAll(async () => {
  room = await openRoom();
  proxy = await FaultProxy.to(room.url);
});
afterAll(async () => {
  await proxy.close();
  await room.close();
});

/** Does whatever people do in a channel, at random; what the other has deleted meanwhile is no longer there. */
async function live(person: Person, ids: string[], random: () => number): Promise<void> {
  const { messages } = person.palaver.api;
  const { channelId } = room;
  const one = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)];
  for (let change = 0; change < CHANGES; change++) {
    const messageId = one(ids) ?? '';
    const emoji = one(EMOJI) ?? '';
    const content = `${change}`;
    const kinds = [
      async () => ids.push((await messages.send.mutate({ channelId, content })).id),
      () => messages.edit.mutate({ messageId, content }),
      () => messages.reply.mutate({ messageId, content }),
      () => messages.react.mutate({ messageId, emoji }),
      () => messages.react.mutate({ messageId, emoji }),
      () => messages.unreact.mutate({ messageId, emoji }),
      () => (random() < 0.3 ? messages.delete.mutate({ messageId }) : null),
    ];
    try {
      await one(kinds)?.();
    } catch (error) {
      if (!isPalaverError(error, 'MESSAGE_NOT_FOUND') && !isPalaverError(error, 'NOT_YOUR_MESSAGE'))
        throw error;
    }
  }
}

test.each([1, 2, 3])('a view that follows the docs is what the service has, run %i', async (seed) => {
  const { channelId, alice, bob } = room;
  const ids: string[] = [];
  const random = randomFrom(seed);
  const living = Promise.all([live(alice, ids, random), live(bob, ids, random)]);
  const cutting = (async () => {
    for (let cut = 0; cut < 8; cut++) {
      await delay(20 + random() * 60);
      proxy.cut();
    }
  })();

  let view: unknown;
  const last = (async () => {
    await Promise.all([living, cutting]);
    return alice.palaver.api.messages.send.mutate({ channelId, content: `the end of ${seed}` });
  })();
  for await (const messages of inStep(bob.client({ url: proxy.url }), channelId)) {
    view = messages.slice(-50);
    if (messages.at(-1)?.content === `the end of ${seed}`) break;
  }
  await last;
  const stored = await bob.palaver.api.messages.list.query({ channelId, limit: 50 });
  expect(view).toEqual(stored.reverse());
});
