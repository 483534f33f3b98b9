import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Event } from '../protocol/events.js';
import type { Message } from '../protocol/records/message.js';
import { withoutReaction, withReaction } from './reactions.js';
import { type Cast, createCast, createRoom, expectDense, idsOf, type Room } from './room.fixture.js';

let cast: Cast;

beforeAll(async () => {
  cast = await createCast();
});
afterAll(() => cast.world.close());

/** One call of one person; `target` picks among the messages there are when it starts. */
interface Step {
  readonly who: 'alice' | 'bob' | 'carol';
  readonly verb: 'send' | 'reply' | 'edit' | 'delete' | 'react' | 'unreact';
  readonly target: number;
  readonly text: string;
  readonly wait: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  who: fc.constantFrom('alice', 'bob', 'carol'),
  verb: fc.constantFrom('send', 'send', 'reply', 'reply', 'edit', 'delete', 'react', 'react', 'unreact'),
  target: fc.nat({ max: 1000 }),
  text: fc.constantFrom('a', 'b', 'c'),
  wait: fc.integer({ min: -5, max: 20 }),
});

async function take(room: Room, known: string[], { who, verb, target, text }: Step): Promise<void> {
  const { messages } = room[who].call;
  const messageId = known[target % Math.max(known.length, 1)] ?? 'none yet';
  switch (verb) {
    case 'send':
      known.push((await messages.send({ channelId: room.channelId, content: text })).id);
      return;
    case 'reply':
      known.push((await messages.reply({ messageId, content: text })).id);
      return;
    case 'edit':
      await messages.edit({ messageId, content: text });
      return;
    case 'delete':
      await messages.delete({ messageId });
      return;
    case 'react':
      await messages.react({ messageId, emoji: text });
      return;
    case 'unreact':
      await messages.unreact({ messageId, emoji: text });
  }
}

/** What a client knows of the channel's messages that has heard all its events. */
function fold(log: readonly Event[]): Map<string, Message> {
  const known = new Map<string, Message>();
  const change = (id: string | null, how: (message: Message) => Partial<Message>) => {
    const message = id === null ? undefined : known.get(id);
    if (message) known.set(message.id, { ...message, ...how(message) });
  };
  for (const { type, data } of log) {
    switch (type) {
      case 'message.created': {
        const { seq: _, ...message } = data;
        known.set(message.id, message);
        change(message.threadId, ({ replyCount }) => ({ replyCount: replyCount + 1 }));
        break;
      }
      case 'message.updated': {
        const { seq: _, ...message } = data;
        known.set(message.id, message);
        break;
      }
      case 'message.deleted':
        known.delete(data.id);
        change(data.threadId, ({ replyCount }) => ({ replyCount: replyCount - 1 }));
        break;
      case 'reaction.added':
        change(data.messageId, (m) => ({ reactions: withReaction(m.reactions, data.emoji, data.userId) }));
        break;
      case 'reaction.removed':
        change(data.messageId, (m) => ({ reactions: withoutReaction(m.reactions, data.emoji, data.userId) }));
        break;
      default:
    }
  }
  return known;
}

/** Every message that was ever sent, the deleted too, with the root of its thread. */
function everSent(log: readonly Event[]): Array<{ id: string; rootId: string }> {
  return log.flatMap(({ type, data }) =>
    type === 'message.created' ? [{ id: data.id, rootId: data.threadId ?? data.id }] : [],
  );
}

test('whatever people do at once, the log is dense and its fold is what the reads answer', async () => {
  const rounds = fc.array(fc.array(step, { minLength: 4, maxLength: 8 }), { minLength: 5, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(rounds, async (batches) => {
      const room = await createRoom(cast);
      const known: string[] = [];
      for (const batch of batches) {
        for (const { wait } of batch) room.world.clock.advance(wait);
        const outcomes = await Promise.allSettled(batch.map((one) => take(room, known, one)));
        for (const outcome of outcomes) {
          if (outcome.status === 'rejected') expect(outcome.reason).toHaveProperty('errorCode');
        }
      }

      const log = await room.log();
      expectDense(log);
      const folded = [...fold(log).values()].reverse();
      const { messages } = room.carol.call;
      const timeline = await messages.list({ channelId: room.channelId, limit: 100 });
      expect(timeline).toEqual(folded.filter(({ threadId }) => threadId === null));
      for (const { id, rootId } of everSent(log)) {
        const thread = await messages.thread({ messageId: id, limit: 100 });
        expect(thread).toEqual(folded.filter(({ threadId }) => threadId === rootId));
      }
      for (const { id, createdAt, updatedAt, replyCount } of timeline) {
        expect(createdAt <= updatedAt).toBe(true);
        expect(replyCount).toBe(idsOf(folded.filter(({ threadId }) => threadId === id)).length);
      }
      expect(timeline.map(({ createdAt }) => createdAt)).toEqual(
        timeline
          .map(({ createdAt }) => createdAt)
          .toSorted()
          .toReversed(),
      );
    }),
    { numRuns: 15, endOnFailure: true },
  );
});
