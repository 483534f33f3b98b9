import {
  type IdOf,
  newestIdOf,
  olderThan,
  oldestIdOf,
  type ReadPage,
  type Run,
  withoutNewest,
  withoutOldest,
} from './runs.js';

/**
 * What is loaded of a list: the latest run, which goes on with what is live, and a run elsewhere that was jumped to. What is
 * shown is the run elsewhere, as long as there is one.
 */
export interface TwoRuns<Item> {
  readonly latest: Run<Item> | null;
  readonly elsewhere: Run<Item> | null;
}

export function shownOf<Item>({ latest, elsewhere }: TwoRuns<Item>): Run<Item> | null {
  return elsewhere ?? latest;
}

/**
 * With a run below the one that is shown, whose oldest item was `before`. The same runs where another one is shown meanwhile, by a
 * refresh or a jump. Where the latest run becomes longer than `max` items, what is shown is a run elsewhere from then on.
 */
export function grownBelow<Item>(
  runs: TwoRuns<Item>,
  before: string,
  older: Run<Item>,
  max: number,
): TwoRuns<Item> {
  const current = shownOf(runs);
  if (current === null || oldestIdOf(current) !== before) return runs;
  const grown = { pages: [...current.pages, ...older.pages], hasOlder: older.hasOlder };
  const shortened = withoutNewest(grown, max);
  if (runs.elsewhere !== null) return { ...runs, elsewhere: shortened };
  if (shortened === grown) return { ...runs, latest: grown };
  return { latest: { pages: grown.pages.slice(0, 1), hasOlder: true }, elsewhere: shortened };
}

/**
 * With a page above the run elsewhere, whose newest item was `after`. The same runs where it has gone meanwhile. Where the page reaches
 * what is live, since it is not full, or the latest run, the two are one.
 */
export function grownAbove<Item>(
  runs: TwoRuns<Item>,
  after: string,
  { page, isFull }: { readonly page: ReadPage<Item>; readonly isFull: boolean },
  { max, idOf }: { readonly max: number; readonly idOf: IdOf<Item> },
): TwoRuns<Item> {
  const { latest, elsewhere } = runs;
  if (elsewhere === null || newestIdOf(elsewhere) !== after) return runs;
  const grown = { ...elsewhere, pages: [page, ...elsewhere.pages] };
  if (!isFull) return { latest: grown, elsewhere: null };
  const rest = latest && olderThan(page, latest, idOf);
  if (!rest || !latest) return { latest, elsewhere: withoutOldest(grown, max) };
  const joined = { ...elsewhere, pages: [...latest.pages, rest, ...elsewhere.pages] };
  return { latest: withoutOldest(joined, max), elsewhere: null };
}

/** With a run that was jumped to. Where it reaches the latest run, what is older of it is joined to that. */
export function jumpedTo<Item>({ latest }: TwoRuns<Item>, found: Run<Item>, idOf: IdOf<Item>): TwoRuns<Item> {
  const [page] = found.pages;
  const rest = page && latest && olderThan(page, latest, idOf);
  return rest && latest
    ? { latest: { pages: [...latest.pages, rest], hasOlder: true }, elsewhere: null }
    : { latest, elsewhere: { ...found, hasOlder: true } };
}
