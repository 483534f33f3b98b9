import { fillHistory } from '../contestants/palaver/fill-history.js';
import { startPalaver } from '../contestants/palaver/palaver.js';
import type { Goal } from '../harness/goals.js';
import type { Sample } from '../harness/rounds.js';
import type { Bench } from '../harness/workload.js';
import { startLoad } from '../load/load.js';
import { newestPage, type Page, pagesBack, threadPage } from './pages.js';
import { readTurn } from './read-turn.js';

/** How far back a page is, of all the messages. */
const BACK = 0.6;
const PEOPLE = 20;

const NEWEST = 'newest page, c=16';
const FAR_BACK = 'a page 60 % back, c=16';
const THREAD = 'newest page of a thread, c=16';
const CELLS = [NEWEST, FAR_BACK, THREAD];

/** By the name of a size, how many messages a channel has. */
export type Sizes = Readonly<Record<string, number>>;

/** Reading in the largest channel is to cost what it does in the smallest. */
export function readGrowthGoals(smallest: string, largest: string): Goal[] {
  return CELLS.flatMap((cell): Goal[] => [
    { cell, metric: 'rate', of: largest, to: smallest, bound: { atLeast: 0.8 } },
    { cell, metric: 'cpu', of: largest, to: smallest, bound: { atMost: 1.2 } },
  ]);
}

/** Services at once whose channels differ in length alone, each beside a busier one of the same length, take turns. */
export async function measureReadGrowth(bench: Bench, sizes: Sizes, reference: string): Promise<void> {
  if (!bench.wants(...CELLS)) return;
  const load = bench.keep(startLoad());
  const cells = CELLS.map((name) => ({ name, contestants: noTurns() }));
  for (const [size, messages] of Object.entries(sizes)) {
    const palaver = await startPalaver(bench, { channels: 2, people: PEOPLE });
    const { seats, database } = palaver;
    await fillHistory(palaver, { messages, members: PEOPLE });
    const pages: Record<string, Page[]> = {
      [NEWEST]: await newestPage(database.sql, seats),
      [FAR_BACK]: await pagesBack(database.sql, seats, messages * BACK),
      [THREAD]: await threadPage(database.sql, seats),
    };
    for (const { name, contestants } of cells) {
      contestants[size] = readTurn(bench, load, palaver, { pages: pages[name] ?? [], tokens: seats.tokens });
    }
  }
  for (const cell of cells) await bench.measureCell({ ...cell, reference, headline: 'rate' });
}

function noTurns(): Record<string, () => Promise<Sample>> {
  return {};
}
