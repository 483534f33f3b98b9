/** What of a list of messages stays where it is when heights change. */
export type Anchor =
  | { readonly kind: 'end' }
  | { readonly kind: 'row'; readonly key: string; readonly top: RowTop }
  | { readonly kind: 'none' };

/** How far the row is below the upper edge of what is seen, in pixels; or it is in the middle. */
export type RowTop = number | 'middle';

/** The sizes of a list and how far it is scrolled, in pixels. */
export interface Measures {
  readonly offset: number;
  readonly viewport: number;
  readonly content: number;
}

/** Where a row is in the content of the list, in pixels. */
interface RowBox {
  readonly offset: number;
  readonly size: number;
}

export const END: Anchor = { kind: 'end' };
export const NO_ANCHOR: Anchor = { kind: 'none' };

/** Whoever is nearer to the end than this, in pixels, is at it. */
const AT_END = 40;

/** Browsers round how far something is scrolled. */
const SAME = 2;

export function isNearEnd({ offset, viewport, content }: Measures): boolean {
  return content - viewport - offset < AT_END;
}

/** Whether the whole row is seen. */
export function isSeen({ offset, viewport }: Measures, row: RowBox): boolean {
  return row.offset >= offset && row.offset + row.size <= offset + viewport;
}

/**
 * What is kept after the list has scrolled. Where a size has changed too, the browser or the virtual list has scrolled, and
 * the person stays where they were. Otherwise it was the person, who leaves the anchor or comes to the end.
 */
export function afterScroll(anchor: Anchor, last: Measures, now: Measures, hasNewer: boolean): Anchor {
  if (last.viewport !== now.viewport || last.content !== now.content) return anchor;
  if (Math.abs(last.offset - now.offset) < SAME) return anchor;
  return isNearEnd(now) && !hasNewer ? END : NO_ANCHOR;
}

/** What is kept when something new stands at the end: who sees the end goes with it. */
export function afterNewest(anchor: Anchor, isEndSeen: boolean): Anchor {
  return isEndSeen ? END : anchor;
}

/** How far the list has to be scrolled for its anchor; null where it may stay. `row` is the anchor's, where it is shown. */
export function heldOffset(
  anchor: Anchor,
  { viewport, content }: Measures,
  row: RowBox | null,
): number | null {
  const end = Math.max(0, content - viewport);
  if (anchor.kind === 'end') return end;
  if (anchor.kind === 'none' || row === null) return null;
  const top = anchor.top === 'middle' ? (viewport - row.size) / 2 : anchor.top;
  return Math.min(end, Math.max(0, row.offset - top));
}
