import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCommand } from '../../src/commands/index.js';
import type { BotCommands, Command, CommandOption } from '../../src/service.js';

const option = (
  name: string,
  type: CommandOption['type'],
  rest: Partial<CommandOption> = {},
): CommandOption => ({
  name,
  description: name,
  type,
  required: false,
  choices: [],
  min: null,
  max: null,
  ...rest,
});
const command = (name: string, ...options: CommandOption[]): Command => ({
  name,
  description: name,
  options,
});
const botOf = (id: string, ...commands: Command[]): BotCommands => ({
  bot: {
    id,
    username: id,
    displayName: id,
    status: '',
    statusEmoji: null,
    statusExpiresAt: null,
    dndUntil: null,
    bot: true,
    createdAt: '2026-01-01T00:00:00.000Z',
    avatarPath: null,
    metadata: null,
    deleted: false,
  },
  commands,
  updatedAt: '2026-01-01T00:00:00.000Z',
});

const ENVIRONMENT = option('environment', 'string', {
  required: true,
  choices: [
    { value: 'prod', label: 'Production' },
    { value: 'test', label: 'The tests' },
  ],
});
const BOTS = [
  botOf(
    'first',
    command(
      'deploy',
      ENVIRONMENT,
      option('count', 'integer', { min: 1, max: 9 }),
      option('force', 'boolean'),
      option('note', 'string', { max: 20 }),
    ),
    command('ping'),
    command('release', option('note', 'string')),
    command(
      'give',
      option('to', 'user', { required: true }),
      option('in', 'channel'),
      option('share', 'number'),
    ),
  ),
  botOf('Second', command('release', option('note', 'string')), command('only')),
];
const ID = '019a7c1e-0f3b-7a52-9d6e-5b1f0c8a2e44';
const resolve = (type: 'user' | 'channel', name: string) => (name === 'ann' ? `${type}-of-ann` : null);
const parse = (text: string, botId?: string) => parseCommand(text, BOTS, { resolve, botId });
const optionsOf = (text: string) => {
  const parsed = parse(text);
  return parsed?.ok ? parsed.invocation.options : parsed;
};

describe('reads', () => {
  test.each([
    ['/deploy prod', { environment: 'prod' }],
    ['  /deploy   prod  ', { environment: 'prod' }],
    ['/deploy production', { environment: 'prod' }],
    ['/deploy "the tests"', { environment: 'test' }],
    ['/deploy prod 3 yes it is time', { environment: 'prod', count: 3, force: true, note: 'it is time' }],
    ['/deploy force:true prod', { environment: 'prod', force: true }],
    ['/deploy note:"a b" count:2 environment:test', { environment: 'test', count: 2, note: 'a b' }],
    ['/deploy prod 3 no see:this', { environment: 'prod', count: 3, force: false, note: 'see:this' }],
    ['/deploy prod note:"a \\"b\\" \\\\"', { environment: 'prod', note: 'a "b" \\' }],
    ['/deploy prod note:""', { environment: 'prod', note: '' }],
    ['/deploy prod\n3', { environment: 'prod', count: 3 }],
    ['/give @ann', { to: 'user-of-ann' }],
    ['/give ann #ann -0.5', { to: 'user-of-ann', in: 'channel-of-ann', share: -0.5 }],
    [`/give ${ID.toUpperCase()}`, { to: ID }],
    ['/ping', {}],
  ])('%j', (text, options) => {
    expect(optionsOf(text)).toEqual(options);
  });

  test.each([
    ['/release', 'first', 'first'],
    ['/release', 'Second', 'Second'],
    ['/release@first', undefined, 'first'],
    ['/release@second now', undefined, 'Second'],
    ['/deploy@first prod', undefined, 'first'],
    ['/only', undefined, 'Second'],
  ])('%j with the bot %j as a command of %s', (text, botId, owner) => {
    expect(parse(text, botId)).toMatchObject({ ok: true, invocation: { botId: owner } });
  });
});

describe('says what is wrong with', () => {
  test.each([
    ['/destroy', 'unknown-command', null],
    ['/release', 'ambiguous', null],
    ['/release now', 'ambiguous', null],
    ['/release@nobody', 'unknown-command', null],
    ['/only@first', 'unknown-command', null],
    ['/deploy', 'missing', 'environment'],
    ['/deploy elsewhere', 'not-valid', 'environment'],
    ['/deploy prod 0', 'not-valid', 'count'],
    ['/deploy prod 1.5', 'not-valid', 'count'],
    ['/deploy prod 0x1', 'not-valid', 'count'],
    ['/deploy prod 1 maybe', 'not-valid', 'force'],
    ['/deploy prod note:"more than twenty characters"', 'not-valid', 'note'],
    ['/deploy prod count:1 count:2', 'twice', 'count'],
    ['/deploy "prod', 'unclosed-quote', null],
    ['/ping pong', 'too-many-words', null],
    ['/give @bob', 'not-valid', 'to'],
  ] as const)('%j', (text, kind, option) => {
    expect(parse(text)).toEqual({ ok: false, problem: { kind, option } });
  });
});

test.each(['', 'deploy prod', '/', '/ deploy', '//deploy', '/Deploy', 'a /deploy', '/etc/passwd'])(
  '%j is no command',
  (text) => {
    expect(parse(text)).toBeNull();
  },
);

test('whatever is typed, it answers', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (typed) => {
      const parsed = parse(`/deploy ${typed}`);
      expect(parsed === null || typeof parsed.ok === 'boolean').toBe(true);
    }),
  );
});

test('what is quoted comes back as it was', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), (note) => {
      const quoted = note.replace(/["\\]/g, '\\$&');
      expect(optionsOf(`/deploy prod note:"${quoted}"`)).toEqual(
        [...note].length <= 20 ? { environment: 'prod', note } : expect.anything(),
      );
    }),
  );
});
