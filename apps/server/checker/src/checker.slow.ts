import { expect, it } from 'vitest';
import { randomSeed } from './options.js';
import { run } from './run.js';

/** Printed, so that a failed run can be repeated with the same choices. */
const seed = randomSeed();

/** An upper bound for a busy machine. */
const TIMEOUT_MS = 15 * 60_000;

// It starts the built service, as `npm start` does: `npm test` builds first.
it(
  'a history of 90 seconds under faults has no violation',
  async () => {
    const { violations, tally, folder } = await run({
      seconds: 90,
      seed,
      negativeControl: null,
      losesCommits: false,
      keep: false,
    });
    process.stdout.write(`checker, seed ${seed}\n${tally}\n`);
    expect(violations.slice(0, 20), `seed ${seed}, log and data in ${folder}`).toEqual([]);
    expect(tally.total('faults')).toBeGreaterThan(0);
    expect(tally.of('outcomes').get('ok')).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);
