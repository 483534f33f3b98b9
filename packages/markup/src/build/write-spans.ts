import { lastCharacter } from '../names.js';
import { findAutolinks } from '../parser/autolinks.js';
import { encoded } from '../parser/links.js';
import { type Part, withRightAddresses } from './addresses.js';
import { entity, escaped, type Surroundings } from './escape.js';
import type { BuiltSpan } from './nodes.js';

const DELIMITERS = { strong: '**', emphasis: '_', struck: '~~', spoiler: '||' } as const;
type MarkType = keyof typeof DELIMITERS;

/** Normal spans as Markdown, in lines whose beginning may still be read as that of a block. */
export function writeSpans(spans: readonly BuiltSpan[]): string {
  const writer = new SpansWriter();
  writer.write(spans, { isInLink: false, isInSpoiler: false, mark: null }, false);
  return withRightAddresses(writer.parts);
}

interface Within {
  readonly isInLink: boolean;
  readonly isInSpoiler: boolean;
  /** The innermost mark. */
  readonly mark: MarkType | null;
}

type After = Pick<Surroundings, 'hasAfter' | 'isLast' | 'isBeforeLink' | 'isBeforeLowLine'>;

/** What was written last, which decides how the next text begins. */
type Last =
  | 'text'
  | 'mention'
  | 'channel'
  | 'emoji'
  | 'emphasis'
  | 'emphasis of a name'
  | 'mark that ends in punctuation'
  | 'other'
  | null;

class SpansWriter {
  readonly parts: Part[] = [];
  /** The last character that was written. */
  private end = '';
  private last: Last = null;

  write(spans: readonly BuiltSpan[], within: Within, isFollowed: boolean): void {
    for (const [at, span] of spans.entries()) {
      const next = spans[at + 1];
      this.span(span, within, next, next !== undefined || isFollowed);
    }
  }

  private span(span: BuiltSpan, within: Within, next: BuiltSpan | undefined, isFollowed: boolean): void {
    switch (span.type) {
      case 'text':
        this.text(span.text, within, {
          hasAfter: isFollowed && next?.type !== 'break',
          isLast: !isFollowed,
          isBeforeLink: next?.type === 'link',
          isBeforeLowLine: (next?.type ?? within.mark) === 'emphasis',
        });
        break;
      case 'code':
        this.add(codeSpan(span.text), 'other');
        break;
      case 'break':
        this.add('\n', null);
        break;
      case 'mention':
        this.add(`@${span.name}`, 'mention');
        break;
      case 'channel':
        this.add(`#${span.name}`, 'channel');
        break;
      case 'emoji':
        this.add(`:${span.name}:`, 'emoji');
        break;
      case 'link':
        this.link(span.href, span.spans, within, next, isFollowed);
        break;
      default:
        this.marked(span.type, span.spans, within);
    }
  }

  private add(written: string, last: Last, kind: Part['kind'] = 'other'): void {
    this.parts.push({ kind, written });
    this.end = written.slice(-1);
    this.last = last;
  }

  private text(text: string, within: Within, after: After): void {
    const written = escaped(text, { hasBefore: this.last !== null, ...within, ...after });
    const first = String.fromCodePoint(text.codePointAt(0) ?? 0);
    const isSafe = this.mayBegin(first) || written.startsWith('\\') || written.startsWith('&#');
    const begun = isSafe ? written : begin(first) + written.slice(first.length);
    this.add(begun, 'text', within.isInLink ? 'label' : 'text');
  }

  /** Whether a text may begin with a character after what was written last. */
  private mayBegin(first: string): boolean {
    switch (this.last) {
      case 'mention':
        return !/[A-Za-z0-9._-]/.test(first);
      case 'channel':
        return !/[\p{L}\p{N}_-]/u.test(first);
      case 'emoji':
        return !/[A-Za-z0-9]/.test(first);
      case 'emphasis':
        return SPACE_OR_ASCII_PUNCTUATION.test(first);
      case 'emphasis of a name':
        return SPACE_OR_ASCII_PUNCTUATION.test(first) && !/[.-]/.test(first);
      case 'mark that ends in punctuation':
        return SPACE_OR_PUNCTUATION.test(first);
      default:
        return !((this.end === '' || this.end === '\n') && /\s/.test(first));
    }
  }

  private marked(type: MarkType, spans: readonly BuiltSpan[], within: Within): void {
    const delimiter = DELIMITERS[type];
    const before = this.last === 'text' ? this.parts.at(-1) : undefined;
    this.add(delimiter, 'other');
    const from = this.parts.length;
    const { isInLink, isInSpoiler } = within;
    this.write(spans, { isInLink, isInSpoiler: isInSpoiler || type === 'spoiler', mark: type }, true);
    if (before !== undefined) prepareFor(before, type, this.parts[from]?.written ?? '');
    this.add(delimiter, this.endOf(type));
  }

  /** What a mark is for the text after it, by what was written in it last. */
  private endOf(type: MarkType): Last {
    const isName = this.last === 'mention' || this.last === 'channel';
    if (type === 'emphasis') return isName ? 'emphasis of a name' : 'emphasis';
    const endsInWord = this.last === 'text' && WORD_END.test(this.parts.at(-1)?.written ?? '');
    return type === 'spoiler' || endsInWord ? 'other' : 'mark that ends in punctuation';
  }

  private link(
    href: string,
    spans: readonly BuiltSpan[],
    within: Within,
    next: BuiltSpan | undefined,
    isFollowed: boolean,
  ): void {
    const [only, ...others] = spans;
    const shown = only?.type === 'text' && others.length === 0 ? only.text : null;
    if (shown !== null && /^[^|`\\<>\s]+$/.test(shown)) {
      const mayFollow = this.end === '' || /[\s(]/.test(this.end);
      const inBrackets = bracketed(shown, href);
      if (mayFollow && endsAddress(next, isFollowed) && isAddress(shown, href)) {
        this.add(shown, 'other', 'address');
        const part = this.parts.at(-1);
        if (part !== undefined) part.otherwise = inBrackets ?? `[${shown}](${target(href)})`;
        return;
      }
      if (inBrackets !== null) {
        this.add(inBrackets, 'other');
        return;
      }
    }
    this.add('[', 'other');
    this.write(spans, { isInLink: true, isInSpoiler: within.isInSpoiler, mark: null }, true);
    this.add(`](${target(href)})`, 'other');
  }
}

const SPACE_OR_PUNCTUATION = /[\t\n\p{Zs}\p{P}\p{S}]/u;
const SPACE_OR_ASCII_PUNCTUATION = /[\t\n\p{Zs}!-/:-@[-`{-~]/u;
const WORD_START = /^[\p{L}\p{N}]/u;
const WORD_END = /[\p{L}\p{N}]$/u;

/** A first character that does not belong to what is before it. */
function begin(first: string): string {
  return /[.-]/.test(first) ? `\\${first}` : entity(first);
}

/** A letter before a mark that could not begin after it is written as an entity, whose end is punctuation. */
function prepareFor(before: Part, type: MarkType, inside: string): void {
  const last = lastCharacter(before.written);
  const isRead = {
    emphasis: SPACE_OR_ASCII_PUNCTUATION.test(last),
    spoiler: !WORD_START.test(last),
    strong: SPACE_OR_PUNCTUATION.test(last) || WORD_START.test(inside),
    struck: SPACE_OR_PUNCTUATION.test(last) || WORD_START.test(inside),
  };
  if (!isRead[type]) before.written = before.written.slice(0, -last.length) + entity(last);
}

function bracketed(shown: string, href: string): string | null {
  const isWhole = /^(?:https?:\/\/|mailto:)/i.test(shown) && shown.length < 2_000 && encoded(shown) === href;
  return isWhole ? `<${shown}>` : null;
}

function isAddress(shown: string, href: string): boolean {
  const [found] = findAutolinks(shown);
  return found?.start === 0 && found.end === shown.length && encoded(found.href) === href;
}

/** Whether what follows an address is not read as a part of it. */
function endsAddress(next: BuiltSpan | undefined, isFollowed: boolean): boolean {
  if (next === undefined) return !isFollowed;
  return next.type === 'break' || (next.type === 'text' && /^(?:[),.;:!?]{0,3}\s|[).]$)/.test(next.text));
}

function target(href: string): string {
  return href.replace(/[()]|&(?=#?[a-z0-9]{1,32};)/gi, '\\$&');
}

/** Code between as many backticks as are nowhere in it. */
function codeSpan(shown: string): string {
  const runs = new Set((shown.match(/`+/g) ?? []).map(({ length }) => length));
  let length = 1;
  while (runs.has(length)) length++;
  const marks = '`'.repeat(length);
  const isPadded = /^`|`$/.test(shown) || /^ .* $/.test(shown);
  return isPadded ? `${marks} ${shown} ${marks}` : marks + shown + marks;
}
