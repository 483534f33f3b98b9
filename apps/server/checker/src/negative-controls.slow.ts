import { expect, it } from 'vitest';
import { NEGATIVE_CONTROLS } from './negative-controls.js';
import { randomSeed } from './options.js';
import { run } from './run.js';

const seed = randomSeed();

/** An upper bound for a busy machine. */
const TIMEOUT_MS = 10 * 60_000;

it.each(NEGATIVE_CONTROLS)(
  'the negative control $name is detected',
  async (negativeControl) => {
    const { seconds, violates } = negativeControl;
    const { violations } = await run({ seconds, seed, negativeControl, losesCommits: false, keep: false });
    expect(new Set(violations.map(({ property }) => property)), `seed ${seed}`).toContain(violates);
  },
  TIMEOUT_MS,
);
