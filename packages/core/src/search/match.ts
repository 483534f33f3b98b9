import { parse, plainText } from '@palaver/markup';
import { type FoldedText, foldWithOffsets, type TextRange } from '../kernel/text/fold.js';
import type { SearchQuery, Term } from './query.js';

const RANGES_MAX = 100;
const WORD = /[\p{L}\p{N}\p{M}_]/u;

/**
 * Where the terms of a query are in a content, in order and without overlaps, at most 100; null where it lacks one of
 * them or has one that the query leaves out. They are looked for in what the content shows and in what was typed
 * (`foldedForms`), and each range is one of what was typed.
 */
export function findTerms(
  content: string,
  { terms, withoutTerms }: Pick<SearchQuery, 'terms' | 'withoutTerms'>,
): TextRange[] | null {
  const forms = formsOf(content);
  const has = (term: Term) => forms.some(({ text }) => positionsOf(text, term).next().done !== true);
  if (!terms.every(has) || withoutTerms.some(has)) return null;
  const found = terms.flatMap((term) => forms.flatMap((form) => rangesIn(form, term)));
  return joined(found.sort((a, b) => a.start - b.start)).slice(0, RANGES_MAX);
}

function formsOf(content: string): FoldedText[] {
  const shown = plainText(parse(content));
  const typed = foldWithOffsets(content);
  if (shown.text === content) return [typed];
  const { text, rangeOf } = foldWithOffsets(shown.text);
  return [{ text, rangeOf: (part) => shown.original(rangeOf(part)) }, typed];
}

function rangesIn({ text, rangeOf }: FoldedText, term: Term): TextRange[] {
  const ranges: TextRange[] = [];
  for (const at of positionsOf(text, term)) {
    if (ranges.length === RANGES_MAX) break;
    const range = rangeOf({ start: at, end: at + term.text.length });
    // The host of a link, which is shown after its text, was typed elsewhere.
    if (range.end > range.start) ranges.push(range);
  }
  return ranges;
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
