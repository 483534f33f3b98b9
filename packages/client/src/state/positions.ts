interface Positioned {
  readonly id: string;
  readonly position: number;
}

/**
 * Compares two channels, or two groups, by their place in a sidebar: the lower `position` first, and of two with the same
 * position the older one, which has the smaller id.
 */
export function comparePositions(a: Positioned, b: Positioned): number {
  return a.position - b.position || (a.id < b.id ? -1 : Number(a.id > b.id));
}
