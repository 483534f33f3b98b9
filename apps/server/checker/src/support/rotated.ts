/** The items from the given index on, and then those before it. */
export function rotated<T>(items: readonly T[], first: number): T[] {
  return [...items.slice(first), ...items.slice(0, first)];
}
