import { hiddenIn, isVisible, withoutHidden } from '../kernel/schema/hidden-characters.js';
import { hasAtMost } from '../kernel/schema/text.js';

/** What a program posts, in whichever form it has sent it. */
export interface WebhookPost {
  /** Markdown, of any length; empty for nothing that a message can show. */
  readonly content: string;
  /** Those of this message; null where the program names none. */
  readonly username: string | null;
  readonly emoji: string | null;
  /** What the program marked as a mention, as `content` has it: `@name`, `@channel` or `@here`. */
  readonly mentions: readonly string[];
}

const USERNAME_MAX = 80;
const EMOJI_MAX = 64;

/** A name as it may stand above a message: one line that shows something; null for what leaves none. */
export function usableName(given: string | null): string | null {
  const shown = withoutHidden((given ?? '').toWellFormed().replace(/\s+/gu, ' ')).trim();
  const cut = [...shown].slice(0, USERNAME_MAX).join('').trim();
  return cut !== '' && isVisible(cut) ? cut : null;
}

/** An emoji, or the name of one; null for anything else. */
export function usableEmoji(given: string | null): string | null {
  if (given === null || given === '' || !given.isWellFormed() || !hasAtMost(given, EMOJI_MAX)) return null;
  return !/\s/u.test(given) && hiddenIn(given) === null && isVisible(given) ? given : null;
}

/** Follows a text that was cut. */
const MARK = '…';
const FENCE = '```';
/** A word that is longer is cut itself. */
const WORD_MAX = 200;

/** A content that a message can have, of at most `max` characters: a longer one is cut after a word, and says so. */
export function usableContent(given: string, max: number): string {
  const text = given.toWellFormed().replaceAll('\0', '').trim();
  if (hasAtMost(text, max)) return text;
  const room = Math.max(0, max - MARK.length - FENCE.length - 1);
  const cut = cutAtWord([...text.slice(0, 2 * room)].slice(0, room).join(''));
  const isInCode = cut.split(FENCE).length % 2 === 0;
  return isInCode ? `${cut}${MARK}\n${FENCE}` : `${cut}${MARK}`;
}

function cutAtWord(text: string): string {
  const end = text.search(/\s\S*$/u);
  return end > 0 && text.length - end <= WORD_MAX ? text.slice(0, end).trimEnd() : text;
}
