import { DENSE_LETTER } from '../names.js';
import { linkifier } from './linkifier.js';

/** An address that is a link by itself. */
export interface Autolink {
  readonly start: number;
  readonly end: number;
  readonly href: string;
}

const linkify = linkifier({ fuzzyLink: false });

/** Without one of these there is no address, and most texts have none. */
const MARKED = /:\/\/|www\.|[^\s@]@[^\s@]/i;
/** Punctuation of CJK and full-width forms ends an address, which takes no space after it there. */
const CJK_PUNCTUATION =
  /[\u3000-\u3003\u3008-\u3011\u3014-\u301f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65‘’“”]/g;
/** The finder of addresses takes a space before one into the address. */
const LONE_SURROGATE = /\p{Surrogate}/gu;
const AFTER_WORD = new RegExp(`${DENSE_LETTER}(?=https?://|www\\.)`, 'giu');
/** What belongs to the sentence, or to the emphasis around the address. */
const TRAILING = /[?!.,:;*_~|'"]+$/;
const LEADING = /^[^\p{L}\p{N}]+/u;

/** The addresses in a text of one paragraph, in order: with `http://`, `https://` or `www.`, and those of mail. */
export function findAutolinks(text: string): Autolink[] {
  if (!MARKED.test(text)) return [];
  // All that is replaced keeps its length, so that places stay as they are.
  const separated = text
    .replace(CJK_PUNCTUATION, ' ')
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(AFTER_WORD, ({ length }) => ' '.repeat(length));
  return (linkify.match(separated) ?? []).flatMap(({ index, lastIndex, raw, url }) => {
    const address = raw.replace(TRAILING, '');
    const leading = LEADING.exec(address)?.[0].length ?? 0;
    const end = lastIndex - (raw.length - address.length);
    if (end - index - leading < 4) return [];
    const prefix = url.slice(0, url.length - raw.length);
    return [{ start: index + leading, end, href: prefix + address.slice(leading) }];
  });
}
