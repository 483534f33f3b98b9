import type { Term } from './query.js';

/** Scripts that write no spaces between words, or syllables as one character: one or two characters are a word there. */
const DENSE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORDS = /[\p{L}\p{N}\p{M}_]+/gu;
const GRAM = 3;
/** More of them do not make a look-up more exact. */
const GRAMS_OF_TERM = 32;

/** Whether a folded text is so short that it is found as a whole word alone: "it" is in too many words. */
export function isShortWord(text: string): boolean {
  return [...text].length < GRAM && /^[\p{L}\p{N}\p{M}_]+$/u.test(text) && !DENSE.test(text);
}

/**
 * What the index knows of a folded text: each three characters in a row, each one and two of dense scripts, and words of one
 * or two letters, as `=it`.
 */
export function gramsOf(folded: string): Set<string> {
  const grams = new Set<string>();
  for (const run of folded.split(' ')) addRun(grams, [...run]);
  for (const [word] of folded.matchAll(WORDS))
    if (word.length < 2 * GRAM && isShortWord(word)) grams.add(`=${word}`);
  return grams;
}

function addRun(grams: Set<string>, run: readonly string[]): void {
  for (const [index, character] of run.entries()) {
    if (index + GRAM <= run.length) grams.add(`${character}${run[index + 1]}${run[index + 2]}`);
    if (character < '\u0e00' || !DENSE.test(character)) continue;
    grams.add(character);
    const next = run[index + 1];
    if (next !== undefined && DENSE.test(next)) grams.add(character + next);
  }
}

/**
 * Those that every text has in which the term is found; none for a short text with punctuation, such as `c#`. A short word
 * within a phrase says nothing: at its ends it may be part of a longer one.
 */
export function gramsOfTerm({ text, isWhole }: Term): string[] {
  if (isWhole) return [`=${text}`];
  const grams = new Set<string>();
  for (const run of text.split(' ')) addRun(grams, [...run]);
  return [...grams].slice(0, GRAMS_OF_TERM);
}

const PRIME = 0x01000193;
const BASIS = 0x811c9dc5;

/** Numbers of the grams of one scope (FNV-1a). Two grams may share one, so what the index finds is compared again. */
export function numbersOf(scopeId: string, grams: Iterable<string>): number[] {
  const numbers = new Set<number>();
  addNumbers(numbers, hash(BASIS, scopeId), grams);
  return [...numbers];
}

/**
 * `numbersOf` the grams of a folded text, and of `more`. Most texts are ASCII: no gram of theirs is made, which took 100 µs
 * a message.
 */
export function numbersOfText(scopeId: string, folded: string, more: Iterable<string>): number[] {
  const numbers = new Set<number>();
  const scope = hash(BASIS, scopeId);
  if (ASCII.test(folded)) addAsciiNumbers(numbers, scope, folded);
  else addNumbers(numbers, scope, gramsOf(folded));
  addNumbers(numbers, scope, more);
  return [...numbers];
}

function addNumbers(numbers: Set<number>, scope: number, grams: Iterable<string>): void {
  for (const gram of grams) numbers.add(hash(scope, gram) | 0);
}

const ASCII = /^[ -~]*$/;
const SPACE = 0x20;

function addAsciiNumbers(numbers: Set<number>, scope: number, text: string): void {
  const shortWord = hash(scope, '=');
  let word = 0;
  let run = 0;
  for (let index = 0; index <= text.length; index++) {
    const unit = index < text.length ? text.charCodeAt(index) : SPACE;
    run = unit === SPACE ? 0 : run + 1;
    if (run >= GRAM) numbers.add(hashPart(scope, text, index + 1 - GRAM, index + 1) | 0);
    if (isWordUnit(unit)) word++;
    else {
      if (word > 0 && word < GRAM) numbers.add(hashPart(shortWord, text, index - word, index) | 0);
      word = 0;
    }
  }
}

/** Whether a unit of ASCII is a letter, a digit or `_`. */
function isWordUnit(unit: number): boolean {
  return (
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x30 && unit <= 0x39) ||
    unit === 0x5f ||
    (unit >= 0x41 && unit <= 0x5a)
  );
}

function hash(basis: number, text: string): number {
  return hashPart(basis, text, 0, text.length);
}

function hashPart(basis: number, text: string, start: number, end: number): number {
  let value = basis;
  for (let index = start; index < end; index++) value = Math.imul(value ^ text.charCodeAt(index), PRIME);
  return value;
}
