import { expect, it } from 'vitest';
import { randomSeed } from './options.js';
import { run } from './run.js';
import { describeViolations } from './verify/violation.js';

/** Printed, so that a failed run can be repeated with the same choices. */
const seed = randomSeed();

// They start the built service, as `npm start` does: `npm test` builds first.
it.each([
  {
    name: 'a history under faults has no violation',
    nodes: 1,
    seconds: 40,
    losesCommits: false,
  },
  {
    name: 'nor has one whose answers to COMMIT are lost, also while the service starts',
    nodes: 1,
    seconds: 10,
    losesCommits: true,
  },
  { name: 'nor has one of two nodes', nodes: 2, seconds: 20, losesCommits: false },
])('$name', async ({ nodes, seconds, losesCommits }) => {
  const { violations, tally, folder } = await run({
    nodes,
    redis: false,
    seconds,
    seed,
    negativeControl: null,
    losesCommits,
    keep: false,
  });
  process.stdout.write(`checker, seed ${seed}\n${tally}\n`);
  // As text in the message: of a list, a report without a diff shows no more than its length.
  expect(
    violations.length,
    `seed ${seed}, log and data in ${folder}\n${describeViolations(violations)}`,
  ).toBe(0);
  expect(tally.total('faults')).toBeGreaterThan(0);
  expect(tally.of('outcomes').get('ok')).toBeGreaterThan(0);
});
