import { setTimeout as delay } from 'node:timers/promises';
import { isPalaverError } from '@palaver/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followChannel } from '../examples/follow-channel.js';
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

/** Makes random calls in the channel. A message may have been deleted by the other person in the meantime. */
async function act(person: Person, ids: string[], random: () => number): Promise<void> {
  const { messages } = person.palaver.api;
  const { channelId } = room;
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)];
  for (let change = 0; change < CHANGES; change++) {
    const messageId = pick(ids) ?? '';
    const emoji = pick(EMOJI) ?? '';
    const content = `${change}`;
    const calls = [
      async () => ids.push((await messages.send.mutate({ channelId, content })).id),
      () => messages.edit.mutate({ messageId, content }),
      () => messages.reply.mutate({ messageId, content }),
      () => messages.react.mutate({ messageId, emoji }),
      () => messages.react.mutate({ messageId, emoji }),
      () => messages.unreact.mutate({ messageId, emoji }),
      () => (random() < 0.3 ? messages.delete.mutate({ messageId }) : null),
    ];
    try {
      await pick(calls)?.();
    } catch (error) {
      if (!isPalaverError(error, 'MESSAGE_NOT_FOUND') && !isPalaverError(error, 'NOT_YOUR_MESSAGE'))
        throw error;
    }
  }
}

test.each([1, 2, 3])('the followed messages equal those of the service, seed %i', async (seed) => {
  const { channelId, alice, bob } = room;
  const ids: string[] = [];
  const random = randomFrom(seed);
  const acting = Promise.all([act(alice, ids, random), act(bob, ids, random)]);
  const cutting = (async () => {
    for (let cut = 0; cut < 8; cut++) {
      await delay(20 + random() * 60);
      proxy.cut();
    }
  })();
  const end = (async () => {
    await Promise.all([acting, cutting]);
    return alice.palaver.api.messages.send.mutate({ channelId, content: `the end of ${seed}` });
  })();

  let followed: unknown;
  for await (const messages of followChannel(bob.client({ url: proxy.url }), channelId)) {
    followed = messages.slice(0, 50);
    if (messages[0]?.content === `the end of ${seed}`) break;
  }
  await end;
  expect(followed).toEqual(await bob.palaver.api.messages.list.query({ channelId, limit: 50 }));
});
