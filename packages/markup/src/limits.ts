/** What bounds the work for one text. What lies beyond is plain text. */
export const LIMITS = {
  /** Quotes and items of lists within each other, and marks of emphasis. */
  depth: 20,
  /** Steps from one mark, link or name to the next. */
  steps: 10_000,
  /** Tokens of blocks: a paragraph has three. */
  blockTokens: 6_000,
  cellsOfTable: 2_000,
  /** Names that mention somebody. */
  names: 100,
} as const;
