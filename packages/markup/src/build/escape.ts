import { lastCharacter, mayStandBefore } from '../names.js';

/** What a text stands in, and between. */
export interface Surroundings {
  readonly isInLink: boolean;
  readonly isInSpoiler: boolean;
  /** Whether something is before it, or after it, in its line. */
  readonly hasBefore: boolean;
  readonly hasAfter: boolean;
  /** Whether it is the last of its paragraph. */
  readonly isLast: boolean;
  readonly isBeforeLink: boolean;
  /** Whether emphasis begins or ends after it. */
  readonly isBeforeLowLine: boolean;
}

/** Runs of a character count as one: what is beside them decides. */
const SPECIAL = /_+|~+|\|+|[\\`*<[\]!&@#:]/g;
/** A label that is no beginning of a definition, whatever follows. */
const CLOSED = /^\[[^[\]]*\](?![(:]|$)/;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
const ADDRESS = /<(?:https?:\/\/|mailto:|[^\s<>@]{1,64}@)/iy;
const BEGUN_ADDRESS = /<[^\s<>]*$/y;
const ENTITY = /&(?:#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z][a-z0-9]{1,31});/iy;
const EMOJI = /:[A-Za-z0-9_+'-]{1,64}:/y;
const BEGUN_EMOJI = /:[A-Za-z0-9_+'-]{0,64}$/y;
/** What is no name by what is before it, or by being in a link, must not take the mark after it with it. */
const LAST_NAME = /[@#][\p{L}\p{N}._-]*$/uy;
const CHANNEL = /#[\p{L}\p{N}_-]/uy;

/** A text in which no character is read as a mark. */
export function escaped(text: string, around: Surroundings): string {
  return text.replace(SPECIAL, (found, at: number) => {
    if (found.startsWith('|') && around.isInSpoiler) return entity('|').repeat(found.length);
    if (around.isInSpoiler && found === '\\' && at === text.length - 1) return entity('\\');
    return isPlain(found, text, at, around) ? found : found.replace(/./g, '\\$&');
  });
}

export function entity(character: string): string {
  return `&#${character.codePointAt(0)};`;
}

function isPlain(found: string, text: string, at: number, around: Surroundings): boolean {
  const [before, after] = [text.charAt(at - 1), text.charAt(at + found.length)];
  const isLast = after === '' && around.hasAfter;
  switch (found.charAt(0)) {
    case '\\':
      // The last character before a mark may be written as an entity.
      return after !== '' && !PUNCTUATION.test(after) && !(around.hasAfter && isLastCharacter(text, at + 1));
    case '*':
      return /^[ \t]$/.test(before) && /^[ \t]$/.test(after);
    case '_':
      return (
        at >= (around.hasBefore ? 2 : 1) &&
        at + found.length <= text.length - (around.hasAfter ? 2 : 1) &&
        /[A-Za-z0-9]/.test(before) &&
        /[A-Za-z0-9]/.test(after)
      );
    case '~':
    case '|':
      return found.length === 1 && before !== '' && after !== '';
    case '<':
      if (around.hasAfter && matches(BEGUN_ADDRESS, text, at)) return false;
      return !matches(ADDRESS, text, at);
    case '[':
      // Code after it may have what ends a definition.
      return !around.isInLink && (at > 0 || around.hasBefore || around.isLast || CLOSED.test(text));
    case ']':
      return !around.isInLink && after !== '(' && after !== ':' && !isLast;
    case '!':
      return !(isLast && around.isBeforeLink);
    case '&':
      return !matches(ENTITY, text, at) && !isLast;
    case '@':
      if (around.isInLink) return !(around.isBeforeLowLine && matches(LAST_NAME, text, at));
      return after === '' ? !around.hasAfter : /\s/.test(after);
    case '#':
      if (around.isBeforeLowLine && matches(LAST_NAME, text, at)) return false;
      if (around.isInLink) return true;
      return !matches(CHANNEL, text, at) || (at > 0 && !mayStandBefore(lastCharacter(text.slice(0, at))));
    case ':':
      if (around.hasAfter && matches(BEGUN_EMOJI, text, at)) return false;
      return /[\p{N}:]/u.test(before) || !matches(EMOJI, text, at);
    default:
      return false;
  }
}

function isLastCharacter(text: string, at: number): boolean {
  return at + String.fromCodePoint(text.codePointAt(at) ?? 0).length >= text.length;
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

const BULLET = /^[-+*](?=\s|$)/;
const HEADING = /^#{1,6}(?=\s|$)/;
const NUMBER = /^(\d{1,9})([.)])(?=\s|$)/;
const DELIMITERS = /^[|:\-\s]+$/;
const UNDERLINE = /^=+\s*$/;

/** Lines of a paragraph of which none begins another block. */
export function asParagraph(written: string): string {
  return written.split('\n').map(asLine).join('\n');
}

function asLine(line: string, index: number): string {
  if (BULLET.test(line) || HEADING.test(line) || line.startsWith('>')) return `\\${line}`;
  if (line.includes('-') && DELIMITERS.test(line)) return line.replace('-', '\\-');
  if (index > 0 && UNDERLINE.test(line)) return `\\${line}`;
  return line.replace(NUMBER, '$1\\$2');
}
