import { ENVELOPE_BYTES, type Item } from './message.js';

/** One item as JSON, of at most `maxBytes`: a hint leaves its frame out where it has no room. Null for what does not fit. */
export function packItem(item: Item, maxBytes: number): string | null {
  const text = JSON.stringify(item);
  if (fits(text, maxBytes)) return text;
  return item.kind === 'hint' && item.frame !== null ? packItem({ ...item, frame: null }, maxBytes) : null;
}

/** Divides items, in their order, so that each part fits in a message of `maxBytes`. */
export function divide(items: readonly string[], maxBytes: number): string[][] {
  const parts: string[][] = [];
  let room = 0;
  for (const item of items) {
    const bytes = Buffer.byteLength(item) + 1;
    if (bytes > room) {
      parts.push([]);
      room = maxBytes - ENVELOPE_BYTES;
    }
    parts.at(-1)?.push(item);
    room -= bytes;
  }
  return parts;
}

function fits(text: string, maxBytes: number): boolean {
  return Buffer.byteLength(text) + 1 <= maxBytes - ENVELOPE_BYTES;
}
