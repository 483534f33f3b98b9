import { z } from 'zod';
import { hiddenIn, isVisible, nameOfCharacter, unsafeIn } from './hidden-characters.js';

/**
 * Counts code points, as Postgres' `char_length` does. A code point is one or two UTF-16 units, so for most texts
 * `length` decides, and a huge text is not counted.
 */
function characters(value: string): number {
  let count = 0;
  for (const _ of value) count++;
  return count;
}

function hasAtLeast(value: string, min: number): boolean {
  return value.length >= 2 * min || (value.length >= min && characters(value) >= min);
}

/** Whether a text has at most `max` characters (code points). */
export function hasAtMost(value: string, max: number): boolean {
  return value.length <= max || (value.length <= 2 * max && characters(value) <= max);
}

const UNSTORABLE = /\0|\p{Cs}/u;

/** The first character that cannot be stored; null if there is none. The usual case costs a tenth of the search. */
function unstorableIn(value: string): string | null {
  if (value.isWellFormed() && !value.includes('\0')) return null;
  return UNSTORABLE.exec(value)?.[0] ?? null;
}

/** Refuses a text for which `problemOf` has a message. */
function refusing(problemOf: (value: string) => string | null) {
  return z.check<string>(({ value, issues }) => {
    const message = problemOf(value);
    if (message !== null) issues.push({ code: 'custom', input: value, message });
  });
}

/** Refuses a text in which `find` finds a character, and names it. */
function without(find: (value: string) => string | null) {
  return refusing((value) => {
    const found = find(value);
    return found === null ? null : withoutMessage(found);
  });
}

function withoutMessage(character: string): string {
  return `must not contain ${nameOfCharacter(character)}`;
}

/**
 * A text of `min` to `max` characters that can be stored and read back unchanged: no NUL (Postgres refuses it) and
 * no half of a surrogate pair (it has no UTF-8). The rules are one check, because each check is paid by every post.
 */
export function text(min: number, max: number) {
  const problemOf = (value: string): string | null => {
    const unstorable = unstorableIn(value);
    if (unstorable !== null) return withoutMessage(unstorable);
    if (!hasAtLeast(value, min)) return `must have at least ${counted(min, 'character')}`;
    return hasAtMost(value, max) ? null : `must have at most ${counted(max, 'character')}`;
  };
  return z.string().check(refusing(problemOf)).meta({ minLength: min, maxLength: max });
}

/** Such as "1 character" and "20 characters". */
export function counted(count: number | bigint, noun: string): string {
  return `${count} ${noun}${Number(count) === 1 ? '' : 's'}`;
}

/** A text of several words or lines that people read, such as a topic: nothing in it acts on a terminal or on its page. */
export function readableText(min: number, max: number) {
  return text(min, max).check(without(unsafeIn));
}

/**
 * A one-line name: trimmed, of `min` to `max` characters after that. It shows something, and has no hidden character that
 * makes it look like another name (docs/reference.md, section 8).
 */
export function nameText(min: number, max: number) {
  return z
    .string()
    .transform((value) => value.trim())
    .pipe(
      text(min, max)
        .check(without(hiddenIn))
        .refine((value) => value === '' || isVisible(value), 'must have a visible character'),
    )
    .meta({ minLength: min, maxLength: max });
}
