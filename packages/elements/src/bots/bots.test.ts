import type { BotCommands } from '@palaver/client';
import { parseCommand } from '@palaver/client/commands';
import { describe, expect, test } from 'vitest';
import { botsEn } from '../i18n/bots.en.js';
import { userWith } from '../testing/records.js';
import { problemSentence } from './problem-sentence.js';
import { ownAnswers } from './resources.js';

type Option = BotCommands['commands'][number]['options'][number];
const option = (name: string, type: Option['type'], required: boolean): Option => ({
  name,
  description: name,
  type,
  required,
  choices: [],
  min: null,
  max: null,
});
const botWith = (username: string, ...names: readonly string[]): BotCommands => ({
  bot: userWith({ username }),
  commands: names.map((name) => ({
    name,
    description: name,
    options: [option('target', 'string', true), option('count', 'integer', false)],
  })),
  updatedAt: null,
});
const BOTS = [botWith('robot', 'deploy', 'deploy-all'), botWith('helper', 'deploy')];

/** What is said of a command that was typed. */
function told(text: string): string {
  const parsed = parseCommand(text, BOTS);
  if (parsed === null || parsed.ok) throw new Error(`${text} has no problem.`);
  return problemSentence(botsEn, parsed.problem, text, BOTS);
}

test.each([
  ['/deploy x', botsEn.whichBot('/deploy@robot, /deploy@helper')],
  ['  /deploy x', botsEn.whichBot('/deploy@robot, /deploy@helper')],
  ['/deploy-all', botsEn.missingOption('target')],
  ['/deploy-all x many', botsEn.wrongOption('count')],
  ['/deploy-all target:x target:y', botsEn.twiceOption('target')],
  ['/deploy-all "x', botsEn.openQuote],
])('%j: %s', (text, sentence) => expect(told(text)).toBe(sentence));

const ANSWER = {
  number: 1,
  interactionId: 'i1',
  messageId: null,
  ephemeral: true,
  botId: 'robot',
  channelId: 'c1',
  threadId: null,
  content: '',
  createdAt: '2026-03-10T12:00:00.000Z',
  streamId: 'user:ada',
  seq: 1,
};
const ENDED = { botId: 'robot', userId: 'ada', channelId: 'c1', streamId: 'user:ada', seq: 2 };

describe('answers that the person alone gets', () => {
  type State = Parameters<typeof ownAnswers.reduce>[0];
  type Event = Parameters<typeof ownAnswers.reduce>[1];
  type Data<Type extends Event['type']> = Extract<Event, { type: Type }>['data'];
  const EMPTY: State = { answers: [], unanswered: 0, answeredIds: [], unansweredIds: [] };
  const responded = (fields: Partial<Data<'interaction.responded'>>): Event => ({
    type: 'interaction.responded',
    data: { ...ANSWER, ...fields },
  });
  const ended = (interactionId: string, answered: boolean): Event => ({
    type: 'interaction.ended',
    data: { ...ENDED, interactionId, answered },
  });
  const after = (...events: readonly Event[]) =>
    events.reduce<State>((state, event) => {
      const change = ownAnswers.reduce(state, event);
      return change !== null && 'state' in change ? change.state : state;
    }, EMPTY);

  test('are kept until the interaction ends', () => {
    const [first, second] = [responded({ content: 'a' }), responded({ content: 'b', interactionId: 'i2' })];
    expect(after(first, second).answers.map(({ content }) => content)).toEqual(['a', 'b']);
    expect(after(first, second, ended('i1', true)).answers.map(({ content }) => content)).toEqual(['b']);
  });

  test('are not those that are messages, or that something later has replaced', () => {
    expect(after(responded({ ephemeral: false })).answers).toEqual([]);
    expect(after(responded({ superseded: true }))).toEqual(EMPTY);
  });

  test('and those that never came are counted', () => {
    const { unanswered, unansweredIds } = after(ended('i1', false), ended('i2', true), ended('i3', false));
    expect(unanswered).toBe(2);
    expect(unansweredIds).toEqual(['i1', 'i3']);
  });

  test('show that the bot has answered, also where they are messages', () => {
    const { answeredIds } = after(responded({ ephemeral: false }), responded({ interactionId: 'i2' }));
    expect(answeredIds).toEqual(['i1', 'i2']);
  });
});
