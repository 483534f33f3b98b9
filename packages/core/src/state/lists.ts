/** A page as it was answered, newest first, or what events have made of it. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Whether it is the newest page, to which what is new is added; an older one only changes and shrinks. */
  readonly newest: boolean;
}

/** The list with an item put in its place by `key`, greatest first; one with the same key is replaced. */
export function put<Item>(items: readonly Item[], item: Item, key: (item: Item) => string): Item[] {
  const others = items.filter((other) => key(other) !== key(item));
  return [...others, item].sort((a, b) => (key(a) < key(b) ? 1 : -1));
}

/** The list with an item changed; null when the item is not in it. */
export function change<Item>(
  items: readonly Item[],
  is: (item: Item) => boolean,
  to: (item: Item) => Item,
): Item[] | null {
  return items.some(is) ? items.map((item) => (is(item) ? to(item) : item)) : null;
}
