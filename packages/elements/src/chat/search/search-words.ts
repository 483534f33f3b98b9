/** The operators of a search (docs/search.md). */
export const OPERATORS = ['from', 'in', 'has', 'is', 'before', 'after', 'on'] as const;
export type Operator = (typeof OPERATORS)[number];

/** A part of a query, and where it stands in it. */
export interface SearchWord {
  /** In lower case; null for a word or a phrase. */
  readonly operator: Operator | null;
  readonly isNegated: boolean;
  /** Without the operator, and as it was typed. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const QUOTED = '"[^"]*"?|“[^”]*”?';
const WORD = new RegExp(`(-?)(?:(${OPERATORS.join('|')}):(${QUOTED}|\\S*)|(${QUOTED}|\\S+))`, 'giu');

/** The parts of a query, in their order. White space separates them, except within quotes. */
export function searchWords(query: string): readonly SearchWord[] {
  return [...query.matchAll(WORD)].map(({ 0: whole, 1: minus, 2: name, 3: named, 4: word, index }) => ({
    operator: OPERATORS.find((operator) => operator === name?.toLowerCase()) ?? null,
    isNegated: minus === '-',
    value: named ?? word ?? '',
    start: index,
    end: index + whole.length,
  }));
}

/** The part that ends at the caret, which can be completed; null where none does. */
export function searchWordAt(query: string, caret: number): SearchWord | null {
  return searchWords(query.slice(0, caret)).find(({ end }) => end === caret) ?? null;
}

/** Whether a part such as `has:file` is in a query. */
export function hasPart(query: string, part: string): boolean {
  return partsOf(query).some((each) => each.toLowerCase() === part.toLowerCase());
}

/** The query with a part, or without it where it has it. */
export function toggled(query: string, part: string): string {
  const rest = partsOf(query).filter((each) => each.toLowerCase() !== part.toLowerCase());
  return (hasPart(query, part) ? rest : [...rest, part]).join(' ');
}

function partsOf(query: string): string[] {
  return searchWords(query).map(({ start, end }) => query.slice(start, end));
}

/** Finds the accounts that a name may mean: null where it is somebody's username, or nobody's name. */
export type FindIds = (name: string) => Promise<readonly string[] | null>;

/**
 * The query as the service takes it, which knows people by their usernames. People know each other by the names that are shown:
 * the ids of all who are called so take the place of such a name. Of several `from:` one is enough, and of several `-from:` all
 * are left out.
 */
export async function withPeople(query: string, findIds: FindIds): Promise<string> {
  const parts = await Promise.all(
    searchWords(query).map(async ({ operator, isNegated, value, start, end }) => {
      const typed = query.slice(start, end);
      const name = value.replace(/^@/, '').replaceAll(/["“”]/g, '').trim();
      const ids = operator === 'from' && name !== '' ? await findIds(name) : null;
      return ids === null ? typed : ids.map((id) => `${isNegated ? '-' : ''}from:${id}`).join(' ');
    }),
  );
  return parts.join(' ');
}
