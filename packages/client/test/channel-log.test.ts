import { channelStream, type Event, type Message } from '@palaver/core';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  applyEvent,
  type MessagePage,
  reduceMessage,
  reduceMessagePage,
  type View,
} from '../src/state/index.js';
import { type Cast, createCast, createChannel, type Name } from './support/channel.js';

let cast: Cast;
beforeAll(async () => {
  cast = await createCast();
});
afterAll(() => cast.world.close());

const who = fc.constantFrom<Name>('alice', 'bob', 'carol');

/** One call of one person; `target` picks among the messages that exist when it starts. */
interface Step {
  readonly who: Name;
  readonly verb: 'send' | 'reply' | 'replyToBoth' | 'edit' | 'delete' | 'react' | 'unreact';
  readonly target: number;
  readonly text: string;
  readonly wait: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  who,
  verb: fc.constantFrom(
    'send',
    'send',
    'reply',
    'reply',
    'replyToBoth',
    'edit',
    'delete',
    'react',
    'react',
    'unreact',
  ),
  target: fc.nat({ max: 1000 }),
  text: fc.constantFrom('a', 'b', 'c'),
  wait: fc.integer({ min: -5, max: 20 }),
});

async function take(channelId: string, known: string[], step: Step): Promise<void> {
  const { messages } = cast.people[step.who].call;
  const { text } = step;
  const messageId = known[step.target % Math.max(known.length, 1)] ?? 'none yet';
  switch (step.verb) {
    case 'send':
      known.push((await messages.send({ channelId, content: text })).id);
      return;
    case 'reply':
      known.push((await messages.reply({ messageId, content: text })).id);
      return;
    case 'replyToBoth':
      known.push((await messages.reply({ messageId, content: text, alsoInChannel: true })).id);
      return;
    case 'edit':
      await messages.edit({ messageId, content: text });
      return;
    case 'delete':
      await messages.delete({ messageId });
      return;
    case 'react':
    case 'unreact':
      await messages[step.verb]({ messageId, emoji: text });
  }
}

/** The messages of a channel, or of one thread, by applying its whole log to an empty page. */
function fold(channelId: string, log: readonly Event[], threadId: string | null) {
  const empty: View<MessagePage> = {
    state: { items: [], newest: true, threadId },
    cursors: { [channelId]: 0 },
  };
  return log.reduce((view, event) => applyEvent(view, event, reduceMessagePage), empty).state.items;
}

/** Every message that was ever sent, also the deleted ones, with its thread. */
function everSent(log: readonly Event[]): Array<{ id: string; threadId: string }> {
  return log.flatMap(({ type, data }) =>
    type === 'message.created' ? [{ id: data.id, threadId: data.threadId ?? data.id }] : [],
  );
}

test('the log of concurrent calls is dense, and applying it to an empty page gives what the reads answer', async () => {
  const rounds = fc.array(fc.array(step, { minLength: 4, maxLength: 8 }), { minLength: 5, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(rounds, async (batches) => {
      const channelId = await createChannel(cast);
      const known: string[] = [];
      for (const batch of batches) {
        for (const { wait } of batch) cast.world.clock.advance(wait);
        const outcomes = await Promise.allSettled(batch.map((one) => take(channelId, known, one)));
        for (const outcome of outcomes) {
          if (outcome.status === 'rejected') expect(outcome.reason).toHaveProperty('errorCode');
        }
      }

      const log = await cast.world.log(channelStream(channelId));
      expect(log.map(({ data }) => data.seq)).toEqual(log.map((_, index) => index + 1));
      const { messages } = cast.people.carol.call;
      const list = await messages.list({ channelId, limit: 100 });
      expect(list).toEqual(fold(channelId, log, null));
      for (const { id, threadId } of everSent(log)) {
        const thread = await messages.thread({ messageId: id, limit: 100 });
        expect(thread).toEqual(fold(channelId, log, threadId));
        const root = list.find((message) => message.id === threadId);
        if (!root) continue;
        expect(root.replyCount).toBe(thread.length);
        const last = thread.slice(0, 5).map(({ userId, createdAt }) => ({ userId, createdAt }));
        expect(root.lastReplies).toEqual(last);
      }
      for (const { createdAt, updatedAt } of list) expect(createdAt <= updatedAt).toBe(true);
      const times = list.map(({ createdAt }) => createdAt);
      expect(times).toEqual(times.toSorted().toReversed());
    }),
    { numRuns: 15, endOnFailure: true },
  );
});

test('the answer to each reaction equals the message after applying its event', async () => {
  const step = fc.record({
    who,
    verb: fc.constantFrom('react', 'react', 'unreact'),
    emoji: fc.constantFrom('a', 'b', 'c'),
    wait: fc.integer({ min: 0, max: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const channelId = await createChannel(cast);
      const sent = await cast.people.alice.call.messages.send({ channelId, content: 'react!' });
      const stream = channelStream(channelId);
      const start: View<Message | null> = {
        state: sent,
        cursors: { [channelId]: (await cast.world.log(stream)).length },
      };
      for (const { who, verb, emoji, wait } of steps) {
        cast.world.clock.advance(wait);
        const answer = await cast.people[who].call.messages[verb]({ messageId: sent.id, emoji });
        const log = await cast.world.log(stream);
        const folded = log.reduce((view, event) => applyEvent(view, event, reduceMessage), start);
        expect(answer).toEqual(folded.state);
        expect(await cast.people.bob.call.messages.get({ messageId: sent.id })).toEqual(answer);
      }
    }),
    { numRuns: 10 },
  );
});
