import { expect, test } from 'vitest';
import { refusedWith } from '../../testing/expect.js';
import { createPasswordHasher } from './passwords.js';

const SOMEBODY = { caller: '192.0.2.1', isKnown: false };

test('verifies a password against its own hash only', async () => {
  const passwords = await createPasswordHasher();
  const hash = await passwords.hash('correct horse', SOMEBODY);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
  expect(await passwords.verify(hash, 'correct horse', SOMEBODY)).toBe(true);
  expect(await passwords.verify(hash, 'wrong horse', SOMEBODY)).toBe(false);
  expect(await passwords.verify(null, 'correct horse', SOMEBODY)).toBe(false);
});

test('runs two at a time, queues some and refuses the rest with BUSY', async () => {
  const passwords = await createPasswordHasher({
    limits: { concurrency: 2, waitingMax: 3, perCallerMax: 3 },
  });
  const accepted = Array.from({ length: 5 }, () => passwords.hash('correct horse', SOMEBODY));
  await refusedWith('BUSY', passwords.hash('one too many', SOMEBODY));
  await refusedWith('BUSY', passwords.verify(null, 'one too many', SOMEBODY));
  expect(new Set(await Promise.all(accepted)).size).toBe(5);
  await passwords.hash('room again', SOMEBODY);
});
