import { z } from 'zod';

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

const UNSTORABLE = /\0/;
const CONTROL = /\p{Cc}/u;

/**
 * A text of `min` to `max` characters that can be stored and read back unchanged: no NUL (Postgres refuses it) and
 * no half of a surrogate pair (it has no UTF-8).
 */
export function text(min: number, max: number) {
  return z
    .string()
    .refine(
      (value) => value.isWellFormed() && !UNSTORABLE.test(value),
      'contains characters that are not valid text',
    )
    .refine((value) => hasAtLeast(value, min), `must have at least ${min} characters`)
    .refine((value) => hasAtMost(value, max), `must have at most ${max} characters`)
    .meta({ minLength: min, maxLength: max });
}

/** A one-line name: trimmed, without control characters, `min` to `max` characters after trimming. */
export function nameText(min: number, max: number) {
  return z
    .string()
    .transform((value) => value.trim())
    .pipe(text(min, max).refine((value) => !CONTROL.test(value), 'contains control characters'))
    .meta({ minLength: min, maxLength: max });
}
