import { expect, test } from 'vitest';
import { validatedFrame } from './validated-frame.js';

const user = {
  id: '019a7c1e-0f3b-7a52-9d6e-5b1f0c8a2e44',
  username: 'alice',
  displayName: 'Alice',
  status: '',
  statusEmoji: null,
  statusExpiresAt: null,
  dndUntil: null,
  deleted: false,
  bot: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  avatarPath: null,
  metadata: null,
};
const ready = (fields: object, inUser: object = {}) =>
  JSON.stringify({
    type: 'ready',
    data: { user: { ...user, ...inUser }, heartbeatIntervalMs: 30_000, ...fields },
  });

test('a frame as documented is parsed', () => {
  expect(validatedFrame(ready({})).type).toBe('ready');
});

test.each([
  ['an unknown type', JSON.stringify({ type: 'unknown.type', data: {} })],
  ['a missing field', ready({ heartbeatIntervalMs: undefined })],
  ['an undeclared field', ready({ extra: 1 })],
  ['an undeclared field inside', ready({}, { passwordHash: 'x' })],
])('%s is refused', (_what, text) => {
  expect(() => validatedFrame(text)).toThrow();
});
