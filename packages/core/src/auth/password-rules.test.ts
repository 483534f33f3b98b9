import { expect, test } from 'vitest';
import { requireGoodPassword } from './password-rules.js';

const NAMES = { username: 'Margaret.H', email: 'peggy@apollo.example' };
const checked = (password: string) => requireGoodPassword('password', password, NAMES);

test.each(['password', 'PassWord', 'password1!', '!!qwertyuiop', '12345678', 'iloveyou', 'trustno1'])(
  'refuses %j, which is common',
  async (password) => {
    await expect(checked(password)).rejects.toThrow('Some fields are not valid');
  },
);

test.each([
  'margaret.h',
  'MARGARET.H1969',
  '1969margaret.h',
  'margaret.hmargaret.h',
  'margaret.hpassword',
  'peggy@apollo.example',
  'peggypeggy',
  'peggy1969',
  'apollo.example1',
])('refuses %j, which is like a name of the account', async (password) => {
  await expect(checked(password)).rejects.toThrow('Some fields are not valid');
});

test.each([
  'correct horse battery staple',
  'peggy went to the moon',
  'margaret.h-and-the-priority-display',
  'пароль-пароль',
])('takes %j', async (password) => {
  await checked(password);
});

test.each([
  ' '.repeat(8),
  '😀'.repeat(128),
  'aaaaaaaaaaaa',
  'abcabcabc',
  'AbCabCabc',
  'waterwater',
  'monkeydragon',
  'Dragon-Monkey1',
  'dragon monkey 2024!',
])('refuses %j, which is a repetition or two common words', async (password) => {
  await expect(checked(password)).rejects.toThrow('Some fields are not valid');
});

test.each(['dragonfly-over-monkeys', 'abcdefgh-abcdefgh'])(
  'takes %j, which only has such parts',
  async (password) => {
    await checked(password);
  },
);

test('a short name is no part of a password', async () => {
  await requireGoodPassword('password', 'bowl-of-al', { username: 'al' });
});
