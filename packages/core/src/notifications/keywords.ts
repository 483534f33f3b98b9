import { fold } from '../kernel/text/fold.js';
import type { Issue } from '../protocol/error-codes.js';

/** Scripts that write no spaces between words: each of their characters is a word here. */
const DENSE = `[${['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'].map((script) => `\\p{Script=${script}}`).join('')}]`;
const WORD = new RegExp(`${DENSE}\\p{M}*|(?:(?!${DENSE})[\\p{L}\\p{N}\\p{M}_])+|\\S`, 'gu');
const BETWEEN = '\n';

/** What is compared of a text: its words without case and accents, each sign as one of its own. */
export interface Words {
  readonly list: readonly string[];
  /** All of them, each between two separators, so that a part of a word is not found. */
  readonly joined: string;
}

/** The words of a message or a keyword. White space between them does not count. */
export function wordsOf(text: string): Words {
  const list = fold(text).match(WORD) ?? [];
  return { list, joined: `${BETWEEN}${list.join(BETWEEN)}${BETWEEN}` };
}

/** A keyword as it is stored: all its words, and the longest of them, by which it is looked up. */
export function indexOfKeyword(keyword: string): { readonly words: string; readonly longest: string } {
  const { list, joined } = wordsOf(keyword);
  const longest = list.reduce((best, word) => (word.length > best.length ? word : best), '');
  return { words: joined, longest };
}

/** Why a list of keywords cannot be stored, or null when it can: no two of them are found in the same texts. */
export function keywordsIssue(keywords: readonly string[]): Issue | null {
  const all = keywords.map((keyword) => wordsOf(keyword).joined);
  const doubled = all.findIndex((words, n) => all.indexOf(words) < n);
  return doubled < 0 ? null : { path: `keywords.${doubled}`, message: 'is in the list already' };
}
