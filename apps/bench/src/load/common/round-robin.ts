/** Gives out the items in turn, over and over. Throws when there are none. */
export function roundRobin<T>(items: readonly T[]): () => T {
  const [first] = items;
  if (first === undefined) throw new Error('There are no items to take in turn.');
  let next = 0;
  return () => {
    const item = items[next] ?? first;
    next = (next + 1) % items.length;
    return item;
  };
}
