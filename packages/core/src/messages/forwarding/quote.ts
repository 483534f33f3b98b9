import { hasAtMost } from '../../kernel/schema/text.js';

const CUT = '…';
/** The mark of a quote and a character. */
const QUOTED_MIN = 3;

/** A text as a quote of Markdown: each of its lines is in it, whatever it marks. Empty for an empty text. */
export function quoteOf(text: string): string {
  return text === '' ? '' : text.replaceAll(/^/gm, '> ');
}

/** The quote that a content begins with, and what is below it. */
export function splitQuote(content: string): { readonly quote: string; readonly below: string } {
  const lines = content.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('> '));
  const count = end === -1 ? lines.length : end;
  return {
    quote: lines.slice(0, count).join('\n'),
    below: lines.slice(count).join('\n').trimStart(),
  };
}

/** A quote above a text, with at most `max` characters (code points): the end of the quote goes where both have more. */
export function withQuote(quote: string, text: string, max: number): string {
  const below = text === '' || quote === '' ? text : `\n\n${text}`;
  if (hasAtMost(quote + below, max)) return quote + below;
  const room = max - [...below].length - CUT.length;
  // A text without room for a quote is refused as it is: it is too long by itself.
  if (room < QUOTED_MIN) return text;
  // A line that is cut within its mark would not be part of the quote.
  const kept = [...quote].slice(0, room).join('').replace(/\n>?$/, '');
  return kept + CUT + below;
}
