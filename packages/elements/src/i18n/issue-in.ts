/** What can be wrong with a field, in a language other than that of the service, which is English. Numbers are limits. */
export interface IssueTexts {
  readonly required: string;
  readonly charactersAtLeast: (n: number) => string;
  readonly charactersAtMost: (n: number) => string;
  readonly itemsAtMost: (n: number) => string;
  readonly charactersBetween: (min: number, max: number) => string;
  /** With the name of a character. */
  readonly contains: (character: string) => string;
  readonly nothingVisible: string;
  readonly commonPassword: string;
  readonly repeatedPassword: string;
  readonly similarPassword: string;
  readonly reservedName: string;
  readonly username: string;
  readonly channelName: (min: number, max: number) => string;
  readonly past: string;
  readonly tooFarAhead: (days: number) => string;
  readonly noEmail: string;
  readonly noUrl: string;
  readonly noCode: string;
}

type Told = (texts: IssueTexts, ...values: string[]) => string;

/** The service's sentences, which it writes in `packages/core`: an issue has no code. */
const SENTENCES: readonly (readonly [RegExp, Told])[] = [
  [/^is required$/, (texts) => texts.required],
  [/^must have at least (\d+) characters?$/, (texts, n) => texts.charactersAtLeast(Number(n))],
  [/^must have at most (\d+) characters?$/, (texts, n) => texts.charactersAtMost(Number(n))],
  [/^must have at most (\d+) items?$/, (texts, n) => texts.itemsAtMost(Number(n))],
  [
    /^must have (\d+) to (\d+) characters/,
    (texts, min, max) => texts.charactersBetween(Number(min), Number(max)),
  ],
  [/^must not contain ([^;]+)/, (texts, character = '') => texts.contains(character)],
  [/^must have a visible character$/, (texts) => texts.nothingVisible],
  [/^is (?:one|made of two) of the most common passwords/, (texts) => texts.commonPassword],
  [/^is a repetition/, (texts) => texts.repeatedPassword],
  [/^is too similar to/, (texts) => texts.similarPassword],
  [/^is a name that nobody may take$/, (texts) => texts.reservedName],
  [/^must be 2 to 32 of the letters A to Z/, (texts) => texts.username],
  [
    /^must be (\d+) to (\d+) letters, digits/,
    (texts, min, max) => texts.channelName(Number(min), Number(max)),
  ],
  [/^must (?:be|lie) in the future$/, (texts) => texts.past],
  [/^must be at most (\d+) days ahead$/, (texts, n) => texts.tooFarAhead(Number(n))],
  [/^must be an e-mail address$/, (texts) => texts.noEmail],
  [/^must (?:be a URL|begin with https)/, (texts) => texts.noUrl],
  [/^must have 6 digits$/, (texts) => texts.noCode],
];

/** What is wrong with a field, as a sentence of a language; null for what has none, and is told as the service says it. */
export function issueIn(texts: IssueTexts, message: string): string | null {
  for (const [pattern, told] of SENTENCES) {
    const found = pattern.exec(message);
    if (found) return told(texts, ...found.slice(1));
  }
  return null;
}
