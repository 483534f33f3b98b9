/** A word or phrase to be found, as `fold` writes it. */
export interface Term {
  readonly text: string;
  /** Whether it is found as a whole word alone. */
  readonly isWhole: boolean;
}

/** A calendar day, `2026-05-31`. It begins when the searcher's clock says so. */
export type Day = string;

/** A search as it was asked. Of the names of one operator one is enough; everything else has to hold together. */
export interface SearchQuery {
  readonly terms: readonly Term[];
  readonly withoutTerms: readonly Term[];
  readonly from: readonly string[];
  readonly withoutFrom: readonly string[];
  readonly in: readonly string[];
  readonly withoutIn: readonly string[];
  /** The first day, and the one after the last; null for no bound. */
  readonly since: Day | null;
  readonly until: Day | null;
  /** Null where it does not matter. */
  readonly hasFile: boolean | null;
  readonly hasLink: boolean | null;
  readonly hasReaction: boolean | null;
  readonly isThread: boolean | null;
  readonly isPinned: boolean | null;
}
