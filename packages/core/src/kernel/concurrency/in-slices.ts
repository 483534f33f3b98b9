import { setImmediate } from 'node:timers/promises';

/** In milliseconds: so long other work of this process waits. */
const SLICE_MS = 2;

/** Makes something of each item, and lets other work go on after each slice of the time. */
export async function inSlices<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  let begun = performance.now();
  for (const item of items) {
    if (performance.now() - begun > SLICE_MS) {
      await setImmediate();
      begun = performance.now();
    }
    made.push(make(item));
  }
  return made;
}
