import { fold } from '../kernel/text/fold.js';
import { type DaySpan, readDate } from './days.js';
import { isShortWord } from './grams.js';
import type { Day, SearchQuery, Term } from './query.js';
import { type QueryPart, splitQuery } from './split-query.js';

/** Words, phrases and operators together. */
export const QUERY_PARTS_MAX = 20;

/** What a query means, or what is wrong with it, as a sentence about `q`. */
export type ParsedQuery = { readonly query: SearchQuery } | { readonly problem: string };

type Draft = {
  -readonly [Field in keyof SearchQuery]: SearchQuery[Field] extends readonly (infer Item)[]
    ? Item[]
    : SearchQuery[Field];
};

/**
 * Reads a query (docs/search.md, The query). What only looks like an operator, such as `http://` or `12:30`, is text;
 * an operator with a value that it does not take is a problem, because a search for something else would be no answer.
 */
export function parseQuery(q: string): ParsedQuery {
  const parts = splitQuery(q);
  if (parts.length > QUERY_PARTS_MAX)
    return { problem: `must have at most ${QUERY_PARTS_MAX} words, phrases and operators` };
  const draft: Draft = emptyDraft();
  for (const part of parts) {
    const problem = add(draft, part);
    if (problem !== null) return { problem };
  }
  return looksForSomething(draft)
    ? { query: draft }
    : { problem: 'must say what to look for, not only what to leave out' };
}

function emptyDraft(): Draft {
  return {
    terms: [],
    withoutTerms: [],
    from: [],
    withoutFrom: [],
    in: [],
    withoutIn: [],
    since: null,
    until: null,
    hasFile: null,
    hasLink: null,
    hasReaction: null,
    isThread: null,
    isPinned: null,
  };
}

/** Returns the problem with the part; null when there is none. */
function add(draft: Draft, { operator, negated, value }: QueryPart): string | null {
  switch (operator) {
    case null:
      (negated ? draft.withoutTerms : draft.terms).push(...termOf(value));
      return null;
    case 'from':
      return addName(negated ? draft.withoutFrom : draft.from, 'from', value);
    case 'in':
      return addName(negated ? draft.withoutIn : draft.in, 'in', value);
    case 'has':
    case 'is':
      return addProperty(draft, operator, value, !negated);
    default:
      return addDate(draft, operator, value, negated);
  }
}

/** None where nothing is left to be found, such as of a zero-width space. */
function termOf(value: string): Term[] {
  const text = fold(value).trim();
  return text === '' ? [] : [{ text, isWhole: isShortWord(text) }];
}

function addName(names: string[], operator: string, value: string): string | null {
  if (value.trim() === '') return `has "${operator}:" without a name after it`;
  names.push(value.trim());
  return null;
}

/** What a message can have or be, by the operator and its value. */
const PROPERTIES = {
  'has:file': 'hasFile',
  'has:link': 'hasLink',
  'has:reaction': 'hasReaction',
  'is:thread': 'isThread',
  'is:pinned': 'isPinned',
} as const;

function addProperty(draft: Draft, operator: 'has' | 'is', value: string, wanted: boolean): string | null {
  const found = Object.entries(PROPERTIES).find(([name]) => name === `${operator}:${value.toLowerCase()}`);
  if (!found) {
    const known = Object.keys(PROPERTIES).filter((name) => name.startsWith(`${operator}:`));
    return `has a "${operator}:" that is not "${known.join('" or "')}"`;
  }
  const [, field] = found;
  if (draft[field] === !wanted) return 'asks for something and leaves out the same';
  draft[field] = wanted;
  return null;
}

function addDate(draft: Draft, operator: string, value: string, negated: boolean): string | null {
  if (negated) return `has "-${operator}:", and dates have no minus`;
  const span = readDate(value);
  if (!span) return `has "${operator}:" without a date such as 2026-05-31, 2026-05 or 2026 after it`;
  const { since, until } = boundsOf(operator, span);
  // The form of days sorts as they do.
  if (since !== null && (draft.since === null || since > draft.since)) draft.since = since;
  if (until !== null && (draft.until === null || until < draft.until)) draft.until = until;
  return null;
}

function boundsOf(operator: string, { first, next }: DaySpan): { since: Day | null; until: Day | null } {
  if (operator === 'before') return { since: null, until: first };
  if (operator === 'after') return { since: next, until: null };
  return { since: first, until: next };
}

function looksForSomething(query: SearchQuery): boolean {
  const { terms, from, in: within, since, until } = query;
  return (
    terms.length + from.length + within.length > 0 ||
    since !== null ||
    until !== null ||
    Object.values(PROPERTIES).some((field) => query[field] === true)
  );
}
