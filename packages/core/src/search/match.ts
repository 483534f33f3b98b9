import { fold, foldWithOffsets, type TextRange } from '../kernel/text/fold.js';
import type { SearchQuery, Term } from './query.js';

const RANGES_MAX = 100;
const WORD = /[\p{L}\p{N}\p{M}_]/u;

/** Whether a content has all terms of a query, and none of those that it leaves out. */
export function matchesTerms(
  content: string,
  { terms, withoutTerms }: Pick<SearchQuery, 'terms' | 'withoutTerms'>,
): boolean {
  const text = fold(content);
  const has = (term: Term) => positionsOf(text, term).next().done !== true;
  return terms.every(has) && !withoutTerms.some(has);
}

/** Where the terms are in a content, in order and without overlaps; at most 100. */
export function rangesOf(content: string, terms: readonly Term[]): TextRange[] {
  const { text, rangeOf } = foldWithOffsets(content);
  const found = terms.flatMap((term) => {
    const ranges: TextRange[] = [];
    for (const at of positionsOf(text, term)) {
      if (ranges.length === RANGES_MAX) break;
      ranges.push(rangeOf({ start: at, end: at + term.text.length }));
    }
    return ranges;
  });
  return joined(found.sort((a, b) => a.start - b.start)).slice(0, RANGES_MAX);
}

function joined(sorted: readonly TextRange[]): TextRange[] {
  const ranges: TextRange[] = [];
  for (const range of sorted) {
    const last = ranges.at(-1);
    if (last && range.start < last.end)
      ranges[ranges.length - 1] = { ...last, end: Math.max(last.end, range.end) };
    else ranges.push(range);
  }
  return ranges;
}

/** Where a term begins in a folded text. */
function* positionsOf(text: string, term: Term): Generator<number, void> {
  for (let at = text.indexOf(term.text); at !== -1; at = text.indexOf(term.text, at + term.text.length)) {
    if (!term.isWhole || isWholeWord(text, at, at + term.text.length)) yield at;
  }
}

function isWholeWord(text: string, start: number, end: number): boolean {
  const before = [...text.slice(Math.max(0, start - 2), start)].at(-1) ?? '';
  const [after = ''] = text.slice(end, end + 2);
  return !WORD.test(before) && !WORD.test(after);
}
