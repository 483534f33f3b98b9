/** A word of what was typed: its text without quotes, and the name before its first colon, where that is not in quotes. */
export interface Word {
  readonly name: string | null;
  /** What stands after the name and its colon; the whole word without a name. */
  readonly value: string;
  /** The word as it was typed, without its quotes. */
  readonly whole: string;
}

const NAME = /^([a-z0-9_-]{1,32}):/;

/**
 * The words of a text. White space separates them, except within double quotes, in which a backslash takes the next character as
 * it is. Null where a quote is not closed.
 */
export function wordsOf(text: string): Word[] | null {
  const words: Word[] = [];
  for (let rest = text.trimStart(); rest !== ''; ) {
    const name = NAME.exec(rest)?.[1] ?? null;
    const read = readWord(name === null ? rest : rest.slice(name.length + 1));
    if (read === null) return null;
    words.push({ name, value: read.value, whole: name === null ? read.value : `${name}:${read.value}` });
    rest = read.rest.trimStart();
  }
  return words;
}

function readWord(text: string): { readonly value: string; readonly rest: string } | null {
  let value = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted && character === '\\' && at + 1 < text.length) value += text.charAt(++at);
    else if (!isQuoted && /\s/.test(character)) return { value, rest: text.slice(at) };
    else value += character;
  }
  return isQuoted ? null : { value, rest: '' };
}
