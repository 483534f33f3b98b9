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

function hasAtMost(value: string, max: number): boolean {
  return value.length <= max || (value.length <= 2 * max && characters(value) <= max);
}

const UNSTORABLE = /\0|\p{Cs}/u;

/** Refuses a text in which `find` finds a character, and names it. */
function without(find: (value: string) => string | null) {
  return z.check<string>(({ value, issues }) => {
    const found = find(value);
    if (found === null) return;
    issues.push({ code: 'custom', input: value, message: `must not contain ${nameOfCharacter(found)}` });
  });
}

/**
 * A text of `min` to `max` characters that can be stored and read back unchanged: no NUL (Postgres refuses it) and
 * no half of a surrogate pair (it has no UTF-8).
 */
export function text(min: number, max: number) {
  return z
    .string()
    .check(without((value) => UNSTORABLE.exec(value)?.[0] ?? null))
    .refine((value) => hasAtLeast(value, min), `must have at least ${counted(min)}`)
    .refine((value) => hasAtMost(value, max), `must have at most ${counted(max)}`)
    .meta({ minLength: min, maxLength: max });
}

function counted(count: number): string {
  return `${count} ${count === 1 ? 'character' : 'characters'}`;
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
