import type { BotCommands, User } from '@palaver/client';
import type { UnicodeEmoji } from '../../emoji/unicode-emoji.js';
import type { Names } from '../names.js';

/** What a word can be completed to. */
export interface Choice {
  readonly key: string;
  /** What takes the place of the word. */
  readonly text: string;
  readonly label: string;
  readonly hint: string;
  /** Whose picture stands before it, or which emoji. */
  readonly user?: User;
  readonly emoji?: string;
}

/** This many are offered. */
const MAX = 8;

export interface EveryoneTexts {
  readonly here: string;
  readonly channel: string;
}

/** People first, then groups, then everybody. */
export function peopleChoices(
  names: Names,
  found: readonly User[],
  query: string,
  everyone: EveryoneTexts,
): readonly Choice[] {
  const users = new Map([...names.users.values(), ...found].map((user) => [user.id, user]));
  const byName = (a: User, b: User) => a.displayName.localeCompare(b.displayName);
  const people = [...users.values()].sort(byName).map((user) => ({
    key: user.id,
    text: `@${user.username}`,
    label: user.displayName,
    hint: `@${user.username}`,
    user,
  }));
  const groups = [...names.groups.values()].map(({ id, handle, name }) => ({
    key: id,
    text: `@${handle}`,
    label: `@${handle}`,
    hint: name,
  }));
  const all = [
    { key: 'here', text: '@here', label: '@here', hint: everyone.here },
    { key: 'channel', text: '@channel', label: '@channel', hint: everyone.channel },
  ];
  // Before anything is typed, a few of each are offered.
  const offered = query === '' ? people.slice(0, Math.max(3, MAX - groups.length - all.length)) : people;
  return best([...offered, ...groups, ...all], query);
}

export function channelChoices({ channels }: Names, query: string): readonly Choice[] {
  const choices = [...channels.values()]
    .filter(({ archived }) => !archived)
    .map(({ id, name, displayName, topic }) => ({
      key: id,
      text: `#${name}`,
      label: `#${displayName}`,
      hint: topic ?? '',
    }));
  return best(choices, query);
}

/** Where several bots have a command of a name, the bot is a part of it. */
export function commandChoices(bots: readonly BotCommands[], query: string): readonly Choice[] {
  const all = bots.flatMap(({ bot, commands }) => commands.map((command) => ({ bot, ...command })));
  const isShared = (name: string) => all.filter((one) => one.name === name).length > 1;
  const choices = all.map(({ bot, name, description }) => {
    const text = isShared(name) || query.includes('@') ? `/${name}@${bot.username}` : `/${name}`;
    return { key: `${bot.id} ${name}`, text, label: text, hint: description, user: bot };
  });
  return best(choices, query);
}

/** The server's own emoji first. */
export function emojiChoices(
  names: Names,
  unicode: readonly UnicodeEmoji[],
  query: string,
): readonly Choice[] {
  const own = [...names.emoji.values()].map(({ id, name }) => ({
    key: id,
    text: `:${name}:`,
    label: `:${name}:`,
    hint: '',
    emoji: `${name}:${id}`,
  }));
  const wanted = query.toLowerCase();
  const named = unicode.flatMap(({ emoji, names: shortcodes, label }) => {
    const name =
      shortcodes.find((each) => each === wanted) ?? shortcodes.find((each) => each.includes(wanted));
    return name === undefined ? [] : [{ key: emoji, text: emoji, label: `:${name}:`, hint: label, emoji }];
  });
  return best([...own, ...named], query);
}

/** Those of which a name begins with what was typed come before those that only have it somewhere. */
export function best(choices: readonly Choice[], query: string): readonly Choice[] {
  if (query === '') return choices.slice(0, MAX);
  const wanted = query.toLowerCase();
  const rank = ({ text, label }: Choice) => {
    const places = [text.replace(/^[@#:/]/, ''), label.replace(/^[@#:/]/, '')].map((name) => {
      const at = name.toLowerCase().indexOf(wanted);
      return at < 0 ? Number.POSITIVE_INFINITY : at + name.length / 1_000;
    });
    return Math.min(...places);
  };
  return choices
    .map((choice) => ({ choice, rank: rank(choice) }))
    .filter((each) => each.rank < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX)
    .map(({ choice }) => choice);
}
