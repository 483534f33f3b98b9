import { expect, it } from 'vitest';
import { run } from './run.js';

/** Told with a failure, so that the same faults can be chosen again. */
const seed = Math.floor(Math.random() * 2 ** 32);

/** For a machine that is busy with other things; what is waited for inside is conditions. */
const WITHIN_MS = 15 * 60_000;

// The service that runs is the built one, as `npm start` has it: `npm test` builds before it tests.
it(
  'the history of 90 seconds of faults breaks no promise',
  async () => {
    const { violations, tally, folder } = await run({ seconds: 90, seed, negative: null, keep: false });
    process.stdout.write(`checker, seed ${seed}\n${tally}\n`);
    expect(violations.slice(0, 20), `seed ${seed}, log and data in ${folder}`).toEqual([]);
    expect(tally.total('faults')).toBeGreaterThan(0);
    expect(tally.of('outcomes').get('acknowledged')).toBeGreaterThan(0);
  },
  WITHIN_MS,
);
