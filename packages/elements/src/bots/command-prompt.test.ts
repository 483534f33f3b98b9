import type { BotCommands } from '@palaver/client';
import { expect, test } from 'vitest';
import { userWith } from '../testing/records.js';
import { shownOf } from './asked.js';
import { looksLikeCommand, promptOf } from './command-prompt.js';

type Option = BotCommands['commands'][number]['options'][number];
const option = (name: string, required: boolean): Option => ({
  name,
  description: name,
  type: 'string',
  required,
  choices: [],
  min: null,
  max: null,
});
const botWith = (username: string, ...names: readonly string[]): BotCommands => ({
  bot: userWith({ id: username, username }),
  commands: names.map((name) => ({
    name,
    description: name,
    options: [option('where', true), option('version', false), option('note', false)],
  })),
  updatedAt: null,
});
const BOTS = [botWith('robot', 'deploy', 'status'), botWith('helper', 'deploy')];

test.each([
  ['/status ', '', 'where'],
  [' /status ', '', 'where'],
  ['/status pr', 'where', 'where'],
  ['/status prod ', 'where', 'version'],
  ['/status "two words" ', 'where', 'version'],
  ['/status "two wo', 'where', 'where'],
  ['/status note:x ', 'note', 'where'],
  ['/status note:', 'note', 'note'],
  ['/status note:"a b" prod', 'where note', 'where'],
  ['/status a b c ', 'where version note', null],
  ['/deploy@helper a ', 'where', 'version'],
])('%j has the options %j and asks for %s', (text, given, current) => {
  const prompt = promptOf(text, BOTS);
  const names = prompt?.options.filter(({ isGiven }) => isGiven).map(({ option: { name } }) => name);
  expect(names?.join(' ')).toBe(given);
  expect(prompt?.current?.name ?? null).toBe(current);
});

test.each(['/status', '/deploy x', '/unknown x', 'status x', '/deploy@nobody x'])(
  '%j asks for nothing',
  (text) => expect(promptOf(text, BOTS)).toBeNull(),
);

test.each([
  ['/deploy', true],
  ['/Deploy prod', true],
  [' /deploy', true],
  ['/deploy@robot x', true],
  ['/зачем', true],
  ['/etc/hosts is gone', false],
  ['/', false],
  ['// a comment', false],
  ['a /deploy', false],
  ['', false],
])('%j looks like a command: %s', (text, expected) => expect(looksLikeCommand(text)).toBe(expected));

test('what is shown of a button follows the bot', () => {
  const answers = { answers: [], unanswered: 1, answeredIds: ['a'], unansweredIds: ['u'] };
  const waiting = (interactionId: string, isLate = false) => ({
    kind: 'waiting' as const,
    interactionId,
    isLate,
  });
  expect(shownOf(null, answers)).toBe('nothing');
  expect(shownOf({ kind: 'asking' }, answers)).toBe('working');
  expect(shownOf({ kind: 'refused', sentence: 'No.' }, answers)).toBe('refused');
  expect(shownOf(waiting('x'), answers)).toBe('working');
  expect(shownOf(waiting('x'), null)).toBe('working');
  expect(shownOf(waiting('x', true), answers)).toBe('late');
  expect(shownOf(waiting('a', true), answers)).toBe('nothing');
  expect(shownOf(waiting('u', true), answers)).toBe('unanswered');
});
