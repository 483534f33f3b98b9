import { arrayLiteral, plainArrayLiteral, type StatementParameter } from '@palaver/db';
import { beginningOf } from './days.js';
import { gramsOfTerm, numbersOf } from './grams.js';
import type { Day, SearchQuery, Term } from './query.js';
import type { ResolvedNames, Searcher } from './resolve.js';

/** What the statements of a search are given. */
export interface Conditions {
  readonly parameters: readonly StatementParameter[];
  /** Those by which the best are found: all words side by side, each word, and each as a pattern where it stands alone. */
  readonly score: readonly StatementParameter[];
  /** Whether there is anything to look up in the index. */
  readonly hasGrams: boolean;
  /** Whether only pinned messages are asked for. */
  readonly isPinned: boolean;
  readonly scopes: number;
}

/** What the index calls an author or a channel. No part of a word is as long as an id. */
export const authorGram = (userId: string) => `@${userId}`;
export const channelGram = (channelId: string) => `#${channelId}`;

/** Above every id. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Writes a query as parameters: `$1` to `$20` of the statements. */
export function conditionsOf(
  searcher: Searcher,
  query: SearchQuery,
  names: ResolvedNames,
  before?: string,
): Conditions {
  const { terms, withoutTerms } = query;
  const { scopeIds, authorIds, channelIds } = names;
  const needed = neededGrams(query, names);
  const whole = gramsOfWhole(terms);
  const refused = gramsOfWhole(withoutTerms);
  const ofScopes = (grams: readonly string[]) =>
    arrayLiteral(scopeIds.map((scopeId) => plainArrayLiteral(numbersOf(scopeId, grams))));
  return {
    hasGrams: needed.length > 0,
    isPinned: query.isPinned === true,
    scopes: scopeIds.length,
    parameters: [
      searcher.userId,
      searcher.serverId,
      plainArrayLiteral(scopeIds),
      ofScopes(needed),
      ofScopes(whole),
      ofScopes(refused),
      before ?? LAST_ID,
      arrayLiteral(patternsOf(terms)),
      arrayLiteral(patternsOf(withoutTerms)),
      authorIds && plainArrayLiteral(authorIds),
      plainArrayLiteral(names.withoutAuthorIds),
      channelIds && plainArrayLiteral(channelIds),
      plainArrayLiteral(names.withoutChannelIds),
      instantOf(query.since, names),
      instantOf(query.until, names),
      textOf(query.hasFile),
      textOf(query.hasLink),
      textOf(query.isThread),
      textOf(query.hasReaction),
      textOf(query.isPinned),
    ],
    score: [
      terms.length > 0 ? `%${likeText(terms.map(({ text }) => text).join(' '))}%` : null,
      arrayLiteral(terms.map(({ text }) => text)),
      arrayLiteral(terms.map(({ text }) => `\\y${regexText(text)}\\y`)),
    ],
  };
}

/** Of several authors or channels any one will do, so none of them is needed. */
function neededGrams({ terms }: SearchQuery, { authorIds, channelIds }: ResolvedNames): string[] {
  return [
    ...terms.flatMap(gramsOfTerm),
    ...(authorIds?.length === 1 ? authorIds.map(authorGram) : []),
    ...(channelIds?.length === 1 ? channelIds.map(channelGram) : []),
  ];
}

function gramsOfWhole(terms: readonly Term[]): string[] {
  return terms.filter(({ isWhole }) => isWhole).flatMap(gramsOfTerm);
}

function patternsOf(terms: readonly Term[]): string[] {
  return terms.filter(({ isWhole }) => !isWhole).map(({ text }) => `%${likeText(text)}%`);
}

const likeText = (text: string) => text.replace(/[\\%_]/g, '\\$&');
const regexText = (text: string) => text.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&');

function instantOf(day: Day | null, { timezone }: ResolvedNames): string | null {
  return day === null ? null : beginningOf(day, timezone ?? 'UTC').toISOString();
}

function textOf(value: boolean | null): string | null {
  return value === null ? null : String(value);
}
