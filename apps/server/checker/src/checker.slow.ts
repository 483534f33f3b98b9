import { expect, it } from 'vitest';
import { randomSeed } from './options.js';
import { run } from './run.js';

/** Printed, so that a failed run can be repeated with the same choices. */
const seed = randomSeed();

/** An upper bound for a busy machine. */
const TIMEOUT_MS = 15 * 60_000;

// They start the built service, as `npm start` does: `npm test` builds first.
it.each([
  { name: 'a history of 90 seconds under faults has no violation', seconds: 90, losesCommits: false },
  {
    name: 'nor has one whose answers to COMMIT are lost, also while the service starts',
    seconds: 10,
    losesCommits: true,
  },
])('$name', { timeout: TIMEOUT_MS }, async ({ seconds, losesCommits }) => {
  const { violations, tally, folder } = await run({
    seconds,
    seed,
    negativeControl: null,
    losesCommits,
    keep: false,
  });
  process.stdout.write(`checker, seed ${seed}\n${tally}\n`);
  expect(violations.slice(0, 20), `seed ${seed}, log and data in ${folder}`).toEqual([]);
  expect(tally.total('faults')).toBeGreaterThan(0);
  expect(tally.of('outcomes').get('ok')).toBeGreaterThan(0);
});
