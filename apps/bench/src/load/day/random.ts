/** Numbers from 0 up to 1, the same ones for the same seed (mulberry32). */
export type Random = () => number;

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A time with this mean and at least `min`, as between events that know nothing of each other. */
export function waitOf(random: Random, mean: number, min: number): number {
  return min - (mean - min) * Math.log(1 - random());
}

/** One of the items. Throws where there are none. */
export function oneOf<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}
