/** Most words of a sentence that a reader takes in at once. */
export const LONGEST_SENTENCE = 30;

/** Turns of phrase at which readers stop. */
const BANNED: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b(?:who|what) is none\b/i, 'who or what is none'],
  [/\bof who\b/i, 'of who'],
  [/\bgoes again\b/i, 'goes again'],
  [/\bso many\b/i, 'so many'],
  [/\ba time of (?:\d|N\b)/, 'a time of N'],
];

/** What a page says that is not plain English: its sentences that are too long, and turns of phrase that are banned. */
export function faultsOf(page: string): string[] {
  const text = page.replaceAll(/```[\s\S]*?```|<!--[\s\S]*?-->/g, '\n');
  const banned = BANNED.filter(([pattern]) => pattern.test(text)).map(([, name]) => `It says "${name}".`);
  const long = paragraphsOf(text).flatMap((paragraph) =>
    sentencesOf(paragraph).filter((sentence) => wordsOf(sentence) > LONGEST_SENTENCE),
  );
  return [...banned, ...long];
}

/** Paragraphs and items of lists, each on one line; tables and headings have no sentences to read through. */
function paragraphsOf(text: string): string[] {
  const isBreak = (line: string) => /^\s*(?:$|\||#)/.test(line);
  const isItem = (line: string) => /^\s*(?:[-*]|\d+\.)\s/.test(line);
  const paragraphs: string[][] = [[]];
  for (const line of text.split('\n')) {
    if (isBreak(line) || isItem(line)) paragraphs.push([]);
    if (!isBreak(line)) paragraphs.at(-1)?.push(line.trim().replace(/^(?:[-*]|\d+\.)\s+/, ''));
  }
  return paragraphs.map((lines) => lines.join(' '));
}

/** Code is one word, and where a link leads is none. */
function sentencesOf(paragraph: string): string[] {
  const spoken = paragraph.replaceAll(/`[^`]*`/g, 'X').replaceAll(/\]\([^)]*\)/g, ']');
  return spoken.split(/(?<=[.!?])[*")\]]*\s+/);
}

const wordsOf = (sentence: string): number =>
  sentence.match(/[\p{L}\p{N}_][\p{L}\p{N}_'’.,/-]*/gu)?.length ?? 0;
