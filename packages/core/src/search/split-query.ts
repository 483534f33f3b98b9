import { DOUBLE_QUOTES } from '../kernel/text/fold.js';

/** A part of a query, before it is known what it means. */
export interface QueryPart {
  readonly negated: boolean;
  /** In lower case; null for a word or a phrase. */
  readonly operator: Operator | null;
  readonly value: string;
}

const OPERATORS = ['from', 'in', 'before', 'after', 'on', 'has', 'is'] as const;
export type Operator = (typeof OPERATORS)[number];

const PREFIX = new RegExp(`^(-?)(?:(${OPERATORS.join('|')}):)?`, 'i');

const MARKS = [...DOUBLE_QUOTES, '＂'].filter((mark) => !'「」『』'.includes(mark));
/** What closes a phrase, by what opens it. Corner brackets come in pairs; of other marks any closes what any has opened. */
const CLOSING: Readonly<Record<string, string>> = {
  ...Object.fromEntries(MARKS.map((mark) => [mark, MARKS.join('')])),
  '「': '」｣',
  '｢': '」｣',
  '『': '』',
};

/**
 * Splits a query at its white space outside quotes. A quote opens only where a value begins, so `5"` and `it"s` are
 * text, and one that nothing closes reaches to the end. `--force` is text: nobody excludes twice.
 */
export function splitQuery(q: string): QueryPart[] {
  const parts: QueryPart[] = [];
  let rest = q.trimStart();
  while (rest !== '') {
    const prefix = (rest.startsWith('--') ? null : PREFIX.exec(rest)) ?? ['', '', undefined];
    const [whole, minus, operator] = prefix;
    const after = rest.slice(whole.length);
    const closing = CLOSING[after.charAt(0)];
    const { value, length } = closing === undefined ? word(after) : quoted(after, closing);
    const isLoneMinus = minus === '-' && operator === undefined && length === 0;
    parts.push(
      isLoneMinus
        ? { negated: false, operator: null, value: '-' }
        : { negated: minus === '-', operator: operatorOf(operator), value },
    );
    rest = after.slice(length).trimStart();
  }
  return parts;
}

function operatorOf(name: string | undefined): Operator | null {
  return OPERATORS.find((operator) => operator === name?.toLowerCase()) ?? null;
}

function quoted(text: string, closing: string): { value: string; length: number } {
  let end = 1;
  while (end < text.length && !closing.includes(text.charAt(end))) end++;
  return { value: text.slice(1, end), length: Math.min(end + 1, text.length) };
}

function word(text: string): { value: string; length: number } {
  const value = /^\S*/u.exec(text)?.[0] ?? '';
  return { value, length: value.length };
}
