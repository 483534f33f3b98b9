/** As many names of a message are looked up; later ones mention nobody. */
export const NAMES_MAX = 100;

/** Whom a text names. Whether they exist is for `resolveMentions` to find out. */
export interface NamedInText {
  /**
   * In lower case and in the order of the text. Each has its spellings, the likeliest first: in `@bob.` the full stop may
   * belong to the name.
   */
  readonly names: ReadonlyArray<readonly string[]>;
  /** Whether it says `@channel`. */
  readonly channel: boolean;
  /** Whether it says `@here`. */
  readonly here: boolean;
}

const NAME = /[A-Za-z0-9._-]+/y;
const TRAILING = /[._-]+$/;
/** What the part of an e-mail address before its `@` ends with. Emphasis (`_@bob_`) does not. */
const WORD = /[\p{L}\p{N}\p{M}+@]/u;
const URL_START = /(?:[a-z][a-z0-9+.-]{0,31}:\/\/|www\.)[^\s<>]*/iy;
const WORD_START = /[A-Za-z0-9]/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Finds `@name`, `@here` and `@channel` in a text of Markdown, outside of code blocks, inline code, links, URLs, e-mail
 * addresses and after a backslash. It takes time in proportion to the length of the text, whatever that is.
 */
export function findMentions(text: string): NamedInText {
  const found = new Map<string, readonly string[]>();
  for (const token of tokens(withoutFences(text))) {
    const name = token.toLowerCase();
    if (!found.has(name)) found.set(name, spellings(name));
  }
  const says = (word: string) => [...found.values()].some((names) => names.includes(word));
  const names = [...found.values()].filter(
    (spelled) => spelled.length > 0 && !spelled.includes('here') && !spelled.includes('channel'),
  );
  return { names: names.slice(0, NAMES_MAX), channel: says('channel'), here: says('here') };
}

/** A user name has 2 to 32 characters (docs/reference.md, section 2). */
function spellings(name: string): string[] {
  // To cut a long run of them off would take a quadratic time.
  if (name.length > 64) return [];
  const short = name.replace(TRAILING, '');
  return [...new Set([name, short])].filter(({ length }) => length >= 2 && length <= 32);
}

/** The text with an empty line in the place of each line of a fenced code block (CommonMark 0.31, 4.5). */
function withoutFences(text: string): string {
  if (!text.includes('```') && !text.includes('~~~')) return text;
  let open: string | null = null;
  const lines = text.split('\n').map((line) => {
    const [, fence] = FENCE.exec(line) ?? [];
    if (open === null) {
      // Behind backticks there can be an end of inline code on the same line.
      if (fence === undefined || (fence.startsWith('`') && line.trim().slice(fence.length).includes('`')))
        return line;
      open = fence;
      return '';
    }
    if (fence?.startsWith(open) && line.trim() === fence) open = null;
    return '';
  });
  return lines.join('\n');
}

/** What follows each `@` that may mention somebody, in order. */
function tokens(text: string): string[] {
  const tokens: Array<{ readonly at: number; readonly name: string }> = [];
  const codeEnds = inlineCodeEnds(text);
  const closing = nextOf(text, ')');
  const newline = nextOf(text, '\n');
  const brackets: number[] = [];
  let i = 0;
  while (i < text.length) {
    const char = text.charAt(i);
    if (char === '\\') i += 2;
    else if (char === '`') i = codeEnds(i);
    else if (char === '[') {
      brackets.push(i);
      i++;
    } else if (char === ']') {
      const start = brackets.pop();
      const end = text.charAt(i + 1) === '(' ? closing(i) : text.length;
      const isLink = start !== undefined && end < newline(i);
      // What the text of the link named is part of the link.
      while (isLink && (tokens.at(-1)?.at ?? -1) > start) tokens.pop();
      i = isLink ? end + 1 : i + 1;
    } else if (char === '@') {
      const name = isAfterWord(text, i) ? null : matchAt(NAME, text, i + 1);
      if (name !== null) tokens.push({ at: i, name });
      i += 1 + (name?.length ?? 0);
    } else if (WORD_START.test(char)) i += matchAt(URL_START, text, i)?.length ?? wordLength(text, i);
    else i++;
  }
  return tokens.map(({ name }) => name);
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

const REST_OF_WORD = /[A-Za-z0-9]+/y;

/** A URL begins where a word begins, so the rest of a word is not looked at again. */
function wordLength(text: string, at: number): number {
  return matchAt(REST_OF_WORD, text, at)?.length ?? 1;
}

function isAfterWord(text: string, at: number): boolean {
  if (at === 0) return false;
  const before = text.charCodeAt(at - 1);
  // The second half of a character beyond U+FFFF.
  const isLowSurrogate = before >= 0xdc00 && before <= 0xdfff;
  return WORD.test(text.slice(isLowSurrogate ? at - 2 : at - 1, at));
}

/** Where a character comes next, for places that only go up; the length of the text where it does not. */
function nextOf(text: string, char: string): (from: number) => number {
  let next = -1;
  return (from) => {
    if (next < from) next = text.indexOf(char, from);
    if (next === -1) next = text.length;
    return next;
  };
}

/**
 * Where the inline code that begins with the backticks at a place ends, or these backticks alone where nothing closes them:
 * it is closed by as many backticks (CommonMark 0.31, 6.1).
 */
function inlineCodeEnds(text: string): (at: number) => number {
  const ends = new Map<number, number>();
  const next = new Map<number, number>();
  for (const { index, 0: run } of [...text.matchAll(/`+/g)].reverse()) {
    const end = index + run.length;
    ends.set(index, next.get(run.length) ?? end);
    next.set(run.length, end);
  }
  return (at) => ends.get(at) ?? at + 1;
}
