import type { BotCommands, Channel, ServerEmoji, User, UserGroup } from '@palaver/client';
import { describe, expect, test } from 'vitest';
import type { UnicodeEmoji } from '../../emoji/unicode-emoji.js';
import { channelWith, userWith } from '../../testing/records.js';
import type { Names } from '../names.js';
import { channelChoices, commandChoices, emojiChoices, peopleChoices } from './choices.js';

const AT = '2026-03-10T12:00:00.000Z';
const EVERYONE = { here: 'all online', channel: 'all' };

const person = (username: string, displayName = username) =>
  userWith({ id: `id-${username}`, username, displayName });
const group = (handle: string, name = handle): UserGroup => ({
  id: `id-${handle}`,
  serverId: 's1',
  handle,
  name,
  memberCount: 1,
  createdBy: 'ada',
  createdAt: AT,
});
const emojiOf = (name: string): ServerEmoji => ({
  id: `id-${name}`,
  serverId: 's1',
  name,
  imagePath: `/api/emoji/id-${name}.webp`,
  animated: false,
  createdBy: 'ada',
  createdAt: AT,
});

interface Named {
  readonly users?: readonly User[];
  readonly groups?: readonly UserGroup[];
  readonly channels?: readonly Channel[];
  readonly emoji?: readonly ServerEmoji[];
}

function namesOf({ users = [], groups = [], channels = [], emoji = [] }: Named): Names {
  return {
    serverId: 's1',
    users: new Map(users.map((user) => [user.username.toLowerCase(), user])),
    usersById: new Map(users.map((user) => [user.id, user])),
    groups: new Map(groups.map((each) => [each.handle, each])),
    channels: new Map(channels.map((channel) => [channel.name, channel])),
    emoji: new Map(emoji.map((each) => [each.name, each])),
  };
}

const textsOf = (choices: readonly { readonly text: string }[]) => choices.map(({ text }) => text);

describe('people', () => {
  const users = [person('zoe', 'Ann Zimmer'), person('bert'), person('ann'), person('joann', 'Jo Ann')];
  const named = namesOf({ users, groups: [group('annex', 'The annex')] });
  const people = (query: string, found: readonly User[] = []) =>
    textsOf(peopleChoices(named, found, query, EVERYONE));

  test('whose name begins with what was typed come first, the shortest first', () => {
    expect(people('ann')).toEqual(['@ann', '@annex', '@zoe', '@joann', '@channel']);
    expect(people('ANN')).toEqual(people('ann'));
    expect(people('zimm')).toEqual(['@zoe']);
  });

  test('and everybody are found by their words', () => {
    expect(people('he')).toEqual(['@here']);
    expect(people('chan')).toEqual(['@channel']);
    expect(people('xyz')).toEqual([]);
  });

  test('before anything is typed are a few of each kind, by name', () => {
    expect(people('')).toEqual(['@ann', '@zoe', '@bert', '@joann', '@annex', '@here', '@channel']);
    const many = namesOf({
      users: Array.from({ length: 20 }, (_, index) => person(`user-${String(index).padStart(2, '0')}`)),
      groups: [group('a'), group('b')],
    });
    expect(textsOf(peopleChoices(many, [], '', EVERYONE))).toEqual([
      '@user-00',
      '@user-01',
      '@user-02',
      '@user-03',
      '@a',
      '@b',
      '@here',
      '@channel',
    ]);
  });

  test('whom the service has found are there once, as it has them now', () => {
    const renamed = person('ann', 'Annabel');
    const choices = peopleChoices(named, [renamed, person('hannah')], 'ann', EVERYONE);
    expect(choices.filter(({ text }) => text === '@ann').map(({ label }) => label)).toEqual(['Annabel']);
    expect(textsOf(choices)).toContain('@hannah');
  });

  test('are eight at most', () => {
    const many = namesOf({ users: Array.from({ length: 30 }, (_, index) => person(`ann${index}`)) });
    expect(peopleChoices(many, [], 'ann', EVERYONE)).toHaveLength(8);
  });
});

test('channels that are archived are not offered', () => {
  const channels = [
    channelWith({ id: '1', name: 'general', topic: 'All' }),
    channelWith({ id: '2', name: 'old-general', archived: true }),
    channelWith({ id: '3', name: 'in-general' }),
  ];
  const choices = channelChoices(namesOf({ channels }), 'gen');
  expect(textsOf(choices)).toEqual(['#general', '#in-general']);
  expect(choices.map(({ hint }) => hint)).toEqual(['All', '']);
});

describe('commands', () => {
  const botWith = (username: string, ...commands: readonly string[]): BotCommands => ({
    bot: person(username),
    updatedAt: null,
    commands: commands.map((name) => ({ name, description: `${name}!`, options: [] })),
  });
  const bots = [botWith('robot', 'deploy', 'status'), botWith('helper', 'deploy', 'help')];

  test('have their bot where several have one of the name, and where it is being typed', () => {
    expect(textsOf(commandChoices(bots, 'deploy'))).toEqual(['/deploy@robot', '/deploy@helper']);
    expect(textsOf(commandChoices(bots, 'sta'))).toEqual(['/status']);
    expect(textsOf(commandChoices(bots, 'status@'))).toEqual(['/status@robot']);
    expect(textsOf(commandChoices(bots, 'deploy@hel'))).toEqual(['/deploy@helper']);
    expect(textsOf(commandChoices(bots, ''))).toEqual([
      '/deploy@robot',
      '/status',
      '/deploy@helper',
      '/help',
    ]);
  });

  test('have a key each', () => {
    const keys = commandChoices(bots, '').map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('emoji', () => {
  const unicode = (emoji: string, label: string, ...names: readonly string[]): UnicodeEmoji => ({
    emoji,
    group: 0,
    label,
    names,
    words: [],
    hasTones: false,
  });
  const all = [
    unicode('🎉', 'party popper', 'tada', 'party_popper'),
    unicode('🦜', 'parrot', 'parrot'),
    unicode('🥳', 'partying face', 'partying_face', 'party'),
  ];
  const named = namesOf({ emoji: [emojiOf('party_blob')] });

  test('are found by a part of a name; the exact name comes first', () => {
    expect(textsOf(emojiChoices(named, all, 'party'))[0]).toBe('🥳');
    expect(textsOf(emojiChoices(named, all, 'party'))).toContain(':party_blob:');
    expect(textsOf(emojiChoices(named, all, 'TADA'))).toEqual(['🎉']);
    expect(textsOf(emojiChoices(named, all, 'opper'))).toEqual(['🎉']);
    expect(emojiChoices(named, all, 'nothing')).toEqual([]);
  });

  test('of the server are typed by name and shown by id', () => {
    expect(emojiChoices(named, [], 'blob')).toMatchObject([
      { text: ':party_blob:', emoji: 'party_blob:id-party_blob' },
    ]);
  });
});
