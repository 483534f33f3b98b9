import { expect, test } from 'vitest';
import { seqAtEnd, startsWith } from './payload.js';

test('reads the position at the end of a frame', () => {
  const bytes = Buffer.from('??{"type":"message.created","data":{"seq":1203}}??');

  expect(seqAtEnd(bytes, bytes.length - 2)).toBe(1_203);
});

test('recognises a prefix, and not one that is cut off', () => {
  const bytes = Buffer.from('..message');

  expect(startsWith(bytes, Buffer.from('mess'), 2, bytes.length)).toBe(true);
  expect(startsWith(bytes, Buffer.from('mess'), 1, bytes.length)).toBe(false);
  expect(startsWith(bytes, Buffer.from('mess'), 2, 5)).toBe(false);
});
