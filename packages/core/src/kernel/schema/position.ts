import { wholeNumber } from './whole-number.js';

/** The sort position of a channel or a group in its server, from 0 (docs/reference.md, section 8). */
export const Position = wholeNumber(0, 1_000_000);
