import { expect, it } from 'vitest';
import { NEGATIVE_CONTROLS } from './negative-controls.js';
import { randomSeed } from './options.js';
import { run } from './run.js';

const seed = randomSeed();

it.each(NEGATIVE_CONTROLS)('the negative control $name is detected', async (negativeControl) => {
  const { nodes, seconds, violates } = negativeControl;
  const settings = { losesCommits: false, redis: false, keep: false };
  const { violations } = await run({ nodes, seconds, seed, negativeControl, ...settings });
  expect(new Set(violations.map(({ property }) => property)), `seed ${seed}`).toContain(violates);
});
