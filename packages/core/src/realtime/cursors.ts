import { AppError } from '../kernel/errors/app-error.js';

const ENCODED = /^c(?:[0-9a-z]{0,11}\.)*[0-9a-z]{0,11}$/;

/** The last place received of each stream; a stream without one begins at its head. */
export type CursorMap = Map<string, number>;

/**
 * Writes where a subscription stands in all of its streams, in the order of its own list of ids: a client that comes
 * back repeats its input and the last of these, and nothing is missed in any of them.
 */
export function encodeCursors(ids: readonly string[], cursors: ReadonlyMap<string, number>): string {
  return `c${ids.map((id) => cursors.get(id)?.toString(36) ?? '').join('.')}`;
}

/** Reads them back. Throws `INVALID_INPUT` for what was not made for as many streams. */
export function decodeCursors(ids: readonly string[], encoded: string): CursorMap {
  const places = encoded.slice(1).split('.');
  if (!ENCODED.test(encoded) || places.length !== ids.length) {
    throw new AppError('INVALID_INPUT', { message: 'The last event id is not one of this subscription.' });
  }
  const cursors: CursorMap = new Map();
  for (const [index, id] of ids.entries()) {
    const place = places[index];
    if (place) cursors.set(id, Number.parseInt(place, 36));
  }
  return cursors;
}
