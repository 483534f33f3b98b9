import type { Random } from './random.js';

/** Yields all items in random order, then all again in another order, without end. */
export function* shuffledRounds<T>(random: Random, items: readonly T[]): Generator<T, void> {
  while (items.length > 0) yield* random.shuffled(items);
}
