import type { Goal } from '../harness/goals.js';
import type { Workload } from '../harness/workload.js';
import { startLoadGenerator } from '../load/load-generator.js';
import { COMMON_WORD, fillSearched, PART_OF_RARE_WORD, RARE_WORD } from '../targets/palaver/fill-search.js';
import { startPalaver } from '../targets/palaver/palaver.js';
import { newestPage } from './measurements/pages.js';
import { readMeasurement } from './measurements/read.js';
import { searchMeasurement } from './measurements/search.js';

const CHANNELS = 5;
const MESSAGES = 1_000_000;

const CELLS = [
  ['a rare word, c=16', RARE_WORD],
  ['a common word, c=16', COMMON_WORD],
  ['a part of a rare word, c=16', PART_OF_RARE_WORD],
] as const;

export const search: Workload = {
  name: 'w9',
  title: 'W9 search: one server of 1,000,000 messages',
  goals: CELLS.map(
    ([cell]): Goal => ({ cell, metric: 'p50Ms', of: 'search', to: 'page', bound: { atMost: 5 } }),
  ),
  async run(bench) {
    if (!bench.isSelected(...CELLS.map(([cell]) => cell))) return;
    const palaver = await startPalaver(bench, { channels: CHANNELS, accounts: 20 });
    await fillSearched(palaver, MESSAGES);
    const load = bench.stopAtEnd(startLoadGenerator('http'));
    const pages = await newestPage(palaver.database.sql, palaver.fixture);
    const page = readMeasurement(bench, load, palaver, { pages, tokens: palaver.fixture.tokens });
    for (const [name, word] of CELLS) {
      const targets = { page, search: searchMeasurement(bench, load, palaver, word) };
      await bench.measureCell({ name, reference: 'page', headline: 'p50Ms', targets });
    }
    bench.addNote(
      'The page is the newest 50 messages of a channel, of the same service. The rare word is in 10 messages, which is all that is found; ' +
        'the common one in 100,000, of which the newest 50 are found. Each message has 8 words of a vocabulary of 5,000.',
    );
  },
};
