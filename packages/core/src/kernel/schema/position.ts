import { wholeNumber } from './whole-number.js';

const POSITION_MAX = 1_000_000;

/** The sort position of a channel or a group in its server, from 0 (docs/reference.md, section 8). */
export const Position = wholeNumber(0, POSITION_MAX);

/** The position after the `last` one. At the bound it is the same, and the newer one comes after the older one. */
export function positionAfter(last: number | null | undefined): number {
  return Math.min((last ?? -1) + 1, POSITION_MAX);
}
