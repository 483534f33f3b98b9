import type { User } from '@palaver/client';
import { best, type Choice, channelChoices } from '../completion/choices.js';
import type { Names } from '../names.js';
import { OPERATORS, type Operator, type SearchWord } from './search-words.js';

/** What each operator finds, for people. */
export type OperatorTexts = Readonly<Record<Operator, string>>;

export interface SearchNames {
  readonly names: Names;
  /** Those whom the service has found by what is typed. */
  readonly found: readonly User[];
  readonly texts: OperatorTexts;
  readonly now: Date;
}

/** What a part of a query can be completed to: an operator by its beginning, then its values. */
export function searchChoices(word: SearchWord, from: SearchNames): readonly Choice[] {
  const { operator, value, isNegated } = word;
  const minus = isNegated ? '-' : '';
  if (operator === null) return value === '' ? [] : operatorChoices(minus, value.toLowerCase(), from.texts);
  const typed = value.toLowerCase();
  return valuesOf(operator, value, from)
    .filter(({ text }) => text !== typed)
    .map((choice) => ({ ...choice, text: `${minus}${operator}:${choice.text} ` }));
}

function operatorChoices(minus: string, beginning: string, texts: OperatorTexts): readonly Choice[] {
  return OPERATORS.filter((operator) => operator.startsWith(beginning)).map((operator) => ({
    key: operator,
    text: `${minus}${operator}:`,
    label: `${operator}:`,
    hint: texts[operator],
  }));
}

function valuesOf(operator: Operator, value: string, { names, found, now }: SearchNames): readonly Choice[] {
  const query = value.replace(/^[@#"“]/, '');
  switch (operator) {
    case 'from':
      return people(names, found, query);
    case 'in':
      return channelChoices(names, query);
    case 'has':
      return words(['file', 'link', 'reaction'], query);
    case 'is':
      return words(['thread', 'pinned'], query);
    case 'before':
    case 'after':
    case 'on':
      return words(days(now), query);
  }
}

function people({ users }: Names, found: readonly User[], query: string): readonly Choice[] {
  const known = new Map([...users.values(), ...found].map((user) => [user.id, user]));
  const choices = [...known.values()]
    .sort((a, b) => a.displayName.localeCompare(b.displayName))
    .map((user) => ({
      key: user.id,
      text: `@${user.username}`,
      label: user.displayName,
      hint: `@${user.username}`,
      user,
    }));
  return best([...choices, { key: 'me', text: 'me', label: 'me', hint: '' }], query);
}

function words(all: readonly string[], query: string): readonly Choice[] {
  return best(
    all.map((text) => ({ key: text, text, label: text, hint: '' })),
    query,
  );
}

/** Today, the day before, this month and this year, in the time of the person. */
function days(now: Date): readonly string[] {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  const dayOf = (date: Date) => `${monthOf(date)}-${String(date.getDate()).padStart(2, '0')}`;
  return [dayOf(now), dayOf(yesterday), monthOf(now), String(now.getFullYear())];
}

function monthOf(date: Date): string {
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
}
