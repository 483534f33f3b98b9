import type { CellResult } from '../harness/cell.js';
import { summarise } from '../harness/rounds.js';

/** Two rounds of two targets. */
export const rounds = {
  floor: [
    { rate: 10_000, p50Ms: 2 },
    { rate: 8_000, p50Ms: 2 },
  ],
  palaver: [
    { rate: 12_000, p50Ms: 1 },
    { rate: 8_000, p50Ms: 4 },
  ],
};
/** A cell measured in these rounds. */
export const cell: CellResult = {
  name: 'a < b & c',
  reference: 'floor',
  headline: 'rate',
  summary: summarise(rounds, 'floor'),
  rounds,
};
