import { fillMessages } from '../contestants/palaver/fill.js';
import { startCopy, startPalaver } from '../contestants/palaver/palaver.js';
import type { Sample } from '../harness/rounds.js';
import type { Bench, Workload } from '../harness/workload.js';
import { startLoad } from '../load/load.js';
import { measureReadGrowth, readGrowthGoals } from './read-growth.js';
import { sendTurn } from './send-turn.js';

const SIZES = { '10⁴ messages': 10_000, '10⁵ messages': 100_000, '10⁶ messages': 1_000_000 };
const [SMALLEST, , LARGEST] = Object.keys(SIZES);
const CELL = 'REST, 50 channels, c=64';
const CHANNELS = 50;
const PEOPLE = 20;

export const growth: Workload = {
  name: 'w6',
  title: 'W6 growth: sending and reading beside 10⁴, 10⁵ and 10⁶ messages',
  goals: [
    { cell: CELL, metric: 'rate', of: LARGEST ?? '', to: SMALLEST ?? '', bound: { atLeast: 0.8 } },
    { cell: CELL, metric: 'cpu', of: LARGEST ?? '', to: SMALLEST ?? '', bound: { atMost: 1.2 } },
    ...readGrowthGoals(SMALLEST ?? '', LARGEST ?? ''),
  ],
  async run(bench) {
    await measureSendGrowth(bench);
    await measureReadGrowth(bench, SIZES, SMALLEST ?? '');
  },
};

/** Three services at once, whose databases differ in size alone, take turns. */
async function measureSendGrowth(bench: Bench): Promise<void> {
  if (!bench.wants(CELL)) return;
  const load = bench.keep(startLoad());
  const original = await startPalaver(bench, { channels: CHANNELS, people: PEOPLE });
  await original.stop();
  const contestants: Record<string, () => Promise<Sample>> = {};
  let filled = 0;
  for (const [name, messages] of Object.entries(SIZES)) {
    await fillMessages(original, messages - filled);
    filled = messages;
    const palaver = await startCopy(bench, original);
    contestants[name] = sendTurn(bench, load, palaver, {
      face: 'REST',
      channels: CHANNELS,
      connections: 64,
    });
  }
  await bench.measureCell({ name: CELL, reference: SMALLEST ?? '', headline: 'rate', contestants });
}
