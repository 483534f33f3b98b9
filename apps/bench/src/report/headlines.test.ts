import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Results } from '../harness/results.js';
import { workloads } from '../workloads/index.js';
import { HEADLINES, headOf, isOf, putHeadlines } from './headlines.js';

const page = readFile(new URL('../../../../docs/performance.md', import.meta.url), 'utf8');

test('each headline is a goal of one workload, and has one row of the page', async () => {
  const goals = workloads.flatMap((workload) => workload.goals);
  for (const headline of HEADLINES) {
    expect(
      goals.filter((goal) => isOf(headline, goal)),
      headline.what,
    ).toHaveLength(1);
    expect((await page).split(`\n${headOf(headline)}`), headline.what).toHaveLength(2);
  }
  expect((await page).match(/^\| .* \| \d{4}-\d\d-\d\d \|$/gm)).toHaveLength(HEADLINES.length);
});

test('what was measured is written into its row, and the others stay as they are', async () => {
  const [first] = HEADLINES;
  const goal = workloads.flatMap(({ goals }) => goals).find((one) => first && isOf(first, one));
  if (!first || !goal) throw new Error('There is no headline.');
  const goals = [{ ...goal, measured: { median: 0.5, min: 0.4, max: 0.6 }, reached: false }];
  const environment = { date: '2030-01-02', kernel: '', cpu: '', cores: 2, memoryGb: 1, versions: {} };
  const workload = { name: 'w1', title: '', cells: [], notes: [], goals };
  const results = (failure: string | null): Results => ({
    environment,
    rounds: 1,
    seconds: 1,
    workloads: [{ ...workload, failure }],
  });
  const before = (await page).split('\n');
  const after = putHeadlines(await page, results(null)).split('\n');
  const changed = after.filter((line, at) => line !== before[at]);
  expect(changed).toEqual([`${headOf(first)} 0.5 (0.4–0.6) | ≥ 1 | 2030-01-02 |`]);
  expect(putHeadlines(await page, results('it ended early'))).toBe(await page);
  expect(() => putHeadlines('', results(null))).toThrow('no row');
});
