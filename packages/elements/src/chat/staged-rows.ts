import type { Row } from './message-rows.js';

/** Both lists as one, where the next has rows before the last and not its end, or the other way round; else null. */
export function joined(last: readonly Row[], next: readonly Row[]): readonly Row[] | null {
  const places = placesIn(last, next);
  if (places === null) return null;
  const { first, final } = places;
  // Rows come before, and go at the end.
  if (first.next > first.last && final.last < last.length - 1)
    return [...next, ...last.slice(final.last + 1)];
  // Rows go before, and come at the end.
  if (first.next < first.last && final.next < next.length - 1)
    return [...last, ...next.slice(final.next + 1)];
  return null;
}

/** Whether rows have come or gone before those that both lists have. */
export function hasShifted(last: readonly Row[], next: readonly Row[]): boolean {
  const places = placesIn(last, next);
  return places !== null && places.first.next !== places.first.last;
}

interface Place {
  readonly last: number;
  readonly next: number;
}

/** Where the first and the final message that both lists have stand in each; null where they have none together. */
function placesIn(
  last: readonly Row[],
  next: readonly Row[],
): { readonly first: Place; readonly final: Place } | null {
  const lastPlaces = new Map(last.map(({ key }, index) => [key, index]));
  const common = next.flatMap(({ kind, key }, index) => {
    const at = kind === 'message' ? lastPlaces.get(key) : undefined;
    return at === undefined ? [] : [{ last: at, next: index }];
  });
  const [first, final] = [common[0], common.at(-1)];
  return first && final ? { first, final } : null;
}
