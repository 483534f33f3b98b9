import { expect, test } from 'vitest';
import { DEMO_CHANNELS, DEMO_PEOPLE } from './story.js';

test('everybody who says or does something in the demo is one of its people', () => {
  const people = new Set(DEMO_PEOPLE.map(({ name }) => name));
  const messages = DEMO_CHANNELS.flatMap((channel) => channel.messages);
  const named = messages.flatMap(({ who, replies = [], reactions = [] }) => [
    who,
    ...replies.map((reply) => reply.who),
    ...reactions.flatMap(([, ...names]) => names),
  ]);
  expect(named.filter((name) => !people.has(name))).toEqual([]);
});

test('nothing is said twice in a channel, which is how the demo tells what is there already', () => {
  for (const { messages } of DEMO_CHANNELS) {
    const texts = messages.map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
  }
});
