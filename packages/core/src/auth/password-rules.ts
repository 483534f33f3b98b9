import { invalidField } from '../kernel/errors/app-error.js';

type Words = ReadonlySet<string>;

/** What surrounds a word: "password1!" is no better than "password1". */
const SURROUNDINGS = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/** How many characters a password needs beside the name of its account. */
const BESIDE_NAME_MIN = 6;
/** A shorter part that is repeated is guessed like a password of its length. */
const REPEATED_PART_MIN = 8;
/** Shorter words are found in many good passwords by chance. */
const WORD_MIN = 4;
/** Shorter names are found in many good passwords by chance. */
const NAME_MIN = 3;

/** What an account is called; its password must not be made of it. */
export interface AccountNames {
  readonly username: string;
  readonly email?: string | null | undefined;
}

/**
 * Refuses a new password that is among the most common ones, or is little more than a name of its account. `field` is the
 * field of the input. Throws `INVALID_INPUT`.
 */
export async function requireGoodPassword(
  field: string,
  password: string,
  names: AccountNames,
): Promise<void> {
  // Loaded with the first password that is set: the list takes longer than most modules.
  const { COMMON_PASSWORDS: words } = await import('./common-passwords.js');
  if (isCommon(words, password))
    throw invalidField(field, 'is one of the most common passwords; choose another one');
  if (isRepetition(password)) throw invalidField(field, 'is a repetition; choose another one');
  if (isOfTwoCommon(words, password))
    throw invalidField(field, 'is made of two of the most common passwords; choose another one');
  if (isLikeName(words, password, names)) {
    throw invalidField(field, 'is too similar to your username or e-mail address; choose another one');
  }
}

function isCommon(words: Words, password: string): boolean {
  const lower = password.toLowerCase();
  return words.has(lower) || words.has(lower.replaceAll(SURROUNDINGS, ''));
}

/** A part that is repeated adds nothing that has to be guessed: "abcabcabc" is "abc". */
const REPEATED = /^(.{1,16}?)\1+$/su;

function isRepetition(password: string): boolean {
  const part = REPEATED.exec(password.toLowerCase())?.[1];
  return part !== undefined && [...part].length < REPEATED_PART_MIN;
}

/** Two of the most common passwords after each other, with nothing but signs between and around them: "dragon-monkey1". */
function isOfTwoCommon(words: Words, password: string): boolean {
  const letters = password
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replace(/\d{1,4}$/, '');
  for (let at = WORD_MIN; at <= letters.length - WORD_MIN; at++) {
    if (words.has(letters.slice(0, at)) && words.has(letters.slice(at))) return true;
  }
  return false;
}

function isLikeName(words: Words, password: string, { username, email }: AccountNames): boolean {
  const [local, domain] = email?.split('@') ?? [];
  const names = [email, username, local, domain].flatMap((name) =>
    name && name.length >= NAME_MIN ? [name.toLowerCase()] : [],
  );
  const lower = password.toLowerCase();
  return names.some((name) => {
    if (!lower.includes(name)) return false;
    const rest = lower.replaceAll(name, '');
    return [...rest].length < BESIDE_NAME_MIN || isCommon(words, rest);
  });
}
