import { expect, test } from 'vitest';
import { refusedWith } from '../../testing/expect.js';
import { createPasswordHasher } from './passwords.js';

const TURN = { lane: '192.0.2.1', isKnown: false };

test('verifies a password against its own hash only', async () => {
  const passwords = await createPasswordHasher();
  const hash = await passwords.hash('correct horse', TURN);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
  expect(await passwords.verify(hash, 'correct horse', TURN)).toBe(true);
  expect(await passwords.verify(hash, 'wrong horse', TURN)).toBe(false);
  expect(await passwords.verify(null, 'correct horse', TURN)).toBe(false);
});

test('runs two at a time, queues some and refuses the rest with BUSY', async () => {
  const passwords = await createPasswordHasher({ limits: { concurrency: 2, waitingMax: 3, laneMax: 3 } });
  const accepted = Array.from({ length: 5 }, () => passwords.hash('correct horse', TURN));
  await refusedWith('BUSY', passwords.hash('one too many', TURN));
  await refusedWith('BUSY', passwords.verify(null, 'one too many', TURN));
  expect(new Set(await Promise.all(accepted)).size).toBe(5);
  await passwords.hash('room again', TURN);
});
