import { expect, test } from 'vitest';
import { refusedWith } from '../../testing/expect.js';
import { createPasswordHasher } from './passwords.js';

test('verifies what it has hashed, and nothing else', async () => {
  const passwords = await createPasswordHasher();
  const hash = await passwords.hash('correct horse');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
  expect(await passwords.verify(hash, 'correct horse')).toBe(true);
  expect(await passwords.verify(hash, 'wrong horse')).toBe(false);
  expect(await passwords.verify(null, 'correct horse')).toBe(false);
});

test('runs two at a time, lets some wait and says BUSY beyond', async () => {
  const passwords = await createPasswordHasher(3);
  const admitted = Array.from({ length: 5 }, () => passwords.hash('correct horse'));
  await refusedWith('BUSY', passwords.hash('one too many'));
  await refusedWith('BUSY', passwords.verify(null, 'one too many'));
  expect(new Set(await Promise.all(admitted)).size).toBe(5);
  await passwords.hash('room again');
});
