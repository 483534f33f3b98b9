import { AppError } from '../../kernel/errors/app-error.js';

const ENCODED = /^c(?:[0-9a-z]{0,11}\.)*[0-9a-z]{0,11}$/;

/** By stream id, the `seq` of the last event received; a stream without one starts at its head. */
export type CursorMap = Map<string, number>;

/**
 * Encodes a subscription's positions in all of its streams, in the order of its own list of ids. A client that
 * reconnects repeats its input and the last id it received, and misses no event in any stream.
 */
export function encodeCursors(ids: readonly string[], cursors: ReadonlyMap<string, number>): string {
  return `c${ids.map((id) => cursors.get(id)?.toString(36) ?? '').join('.')}`;
}

/** Decodes them. Throws `INVALID_INPUT` for text that was not encoded for this number of streams. */
export function decodeCursors(ids: readonly string[], encoded: string): CursorMap {
  const positions = encoded.slice(1).split('.');
  if (!ENCODED.test(encoded) || positions.length !== ids.length) {
    throw new AppError('INVALID_INPUT', { message: 'The last event id is not one of this subscription.' });
  }
  const cursors: CursorMap = new Map();
  for (const [index, id] of ids.entries()) {
    const position = positions[index];
    if (position) cursors.set(id, Number.parseInt(position, 36));
  }
  return cursors;
}
