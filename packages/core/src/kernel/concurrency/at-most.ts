/**
 * The options of an `LRUCache` of this many entries. With its option `max` it takes the room of all of them at once, and every
 * start of a service waits for that.
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });
