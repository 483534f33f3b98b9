import type { Measurement } from '../../harness/cell.js';
import type { Goal } from '../../harness/goals.js';
import type { Bench } from '../../harness/workload.js';
import { startLoadGenerator } from '../../load/load-generator.js';
import { fillHistory } from '../../targets/palaver/fill-history.js';
import { type Palaver, startPalaver } from '../../targets/palaver/palaver.js';
import { newestPage, type Page, pagesBack, threadPage } from '../measurements/pages.js';
import { readMeasurement } from '../measurements/read.js';
import { type DataSizes, growthGoals, inOrder } from './sizes.js';

/** How far back a page is, as a share of all messages. */
const BACK = 0.6;
const ACCOUNTS = 20;

/** By cell, the pages that it reads from a channel with `messages` messages. */
const CELLS: Readonly<Record<string, (palaver: Palaver, messages: number) => Promise<Page[]>>> = {
  'newest page, c=16': ({ database, fixture }) => newestPage(database.sql, fixture),
  'a page 60 % back, c=16': ({ database, fixture }, messages) =>
    pagesBack(database.sql, fixture, messages * BACK),
  'newest page of a thread, c=16': ({ database, fixture }) => threadPage(database.sql, fixture),
};

export function readGrowthGoals(sizes: DataSizes): Goal[] {
  return Object.keys(CELLS).flatMap((cell) => growthGoals(cell, sizes));
}

/** Measures reads from several Palavers with two equally long channels, whose length is the only difference. */
export async function measureReadGrowth(bench: Bench, sizes: DataSizes): Promise<void> {
  if (!bench.isSelected(...Object.keys(CELLS))) return;
  const load = bench.stopAtEnd(startLoadGenerator('http'));
  const cells = Object.entries(CELLS).map(([name, pagesOf]) => ({ name, pagesOf, targets: noTargets() }));
  for (const [size, messages] of inOrder(sizes)) {
    const palaver = await startPalaver(bench, { channels: 2, accounts: ACCOUNTS });
    await fillHistory(palaver, { messages, members: ACCOUNTS });
    for (const { pagesOf, targets } of cells) {
      const pages = await pagesOf(palaver, messages);
      targets[size] = readMeasurement(bench, load, palaver, { pages, tokens: palaver.fixture.tokens });
    }
  }
  for (const { name, targets } of cells) {
    await bench.measureCell({ name, reference: sizes.smallest[0], headline: 'rate', targets });
  }
}

function noTargets(): Record<string, Measurement> {
  return {};
}
