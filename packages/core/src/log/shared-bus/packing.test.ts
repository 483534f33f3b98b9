import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Item, isFrom, readMessage, writeMessage } from './message.js';
import { divide, packItem } from './packing.js';

const NODE = randomUUID();
const id = fc.uuid();
const frame = fc.string({ unit: 'grapheme', maxLength: 400 });
const item: fc.Arbitrary<Item> = fc.oneof(
  fc.record({
    kind: fc.constant('hint' as const),
    streamId: id,
    seq: fc.integer({ min: 1 }),
    frame: fc.option(frame),
    post: fc.option(
      fc.record({
        seq: fc.integer({ min: 1 }),
        messageId: id,
        authorId: id,
        at: fc.constant('2026-11-25T07:00:00.000Z'),
      }),
    ),
  }),
  fc.record({
    kind: fc.constant('notice' as const),
    streamId: id,
    frame,
    exceptUserId: id,
    onlyUserIds: fc.constant(null),
  }),
  fc.record({ kind: fc.constant('session-end' as const), sessionId: id }),
);

test('what is packed arrives in its order, in messages of at most the given size; only frames without room are left out', () => {
  fc.assert(
    fc.property(
      fc.array(item, { maxLength: 60 }),
      fc.integer({ min: 500, max: 8_000 }),
      (items, maxBytes) => {
        const texts = items.map((one) => packItem(one, maxBytes));
        const messages = divide(
          texts.flatMap((text) => text ?? []),
          maxBytes,
        ).map((part, index) => writeMessage(NODE, Number.MAX_SAFE_INTEGER - index, part));
        for (const message of messages) expect(Buffer.byteLength(message)).toBeLessThanOrEqual(maxBytes);
        const received = messages.flatMap((message) => readMessage(message)?.items ?? []);
        const expected = items.flatMap((sent, index) => {
          if (texts[index] === null) return [];
          const fits = texts[index] === JSON.stringify(sent);
          return fits || sent.kind !== 'hint' ? [sent] : [{ ...sent, frame: null }];
        });
        expect(received).toEqual(expected);
      },
    ),
  );
});

test('a hint whose frame has no room keeps its position; a notice without room is not sent', () => {
  const [streamId, exceptUserId] = [randomUUID(), randomUUID()];
  const long = '☃'.repeat(1_000);
  const hint = packItem({ kind: 'hint', streamId, seq: 7, frame: long }, 1_000);
  expect(JSON.parse(hint ?? '')).toEqual({ kind: 'hint', streamId, seq: 7, frame: null });
  expect(
    packItem({ kind: 'notice', streamId, frame: long, exceptUserId, onlyUserIds: null }, 1_000),
  ).toBeNull();
});

test("a node knows its own messages, and takes no other node's for one", () => {
  const [own, other] = [writeMessage(NODE, 1, []), writeMessage(randomUUID(), 1, [])];
  expect([isFrom(NODE, own), isFrom(NODE, other)]).toEqual([true, false]);
});

test.each([
  ['no JSON', 'hello'],
  ['another shape', '{"hello":1}'],
  ['no node', '{"from":"x","number":1,"items":[]}'],
  ['no number', `{"from":"${NODE}","number":0.5,"items":[]}`],
])('what is no message is not read: %s', (_what, text) => {
  expect(readMessage(text)).toBeNull();
});

test('of a newer node, what is known is read and the rest is left out', () => {
  const sessionId = randomUUID();
  const text = JSON.stringify({
    from: NODE,
    number: 3,
    hurry: true,
    items: [
      { kind: 'poke', who: 'bob' },
      'text',
      { kind: 'session-end', sessionId, why: 'logout' },
      { kind: 'hint', streamId: 'x', seq: 1, frame: null },
    ],
  });
  expect(readMessage(text)).toEqual({ from: NODE, number: 3, items: [{ kind: 'session-end', sessionId }] });
});
