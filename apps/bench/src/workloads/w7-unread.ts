import type { Workload } from '../harness/workload.js';
import { startLoadGenerator } from '../load/load-generator.js';
import { startReadFloor } from '../targets/floor/floor.js';
import { fillChannels, type UnreadShape } from '../targets/palaver/fill-unread.js';
import { startPalaver } from '../targets/palaver/palaver.js';
import { newestPage } from './measurements/pages.js';
import { readMeasurement } from './measurements/read.js';
import { unreadMeasurement } from './measurements/unread.js';

const CHANNELS = 500;
const MESSAGES = 1_000_000;

const AFTER_A_DAY = 'after a day away, c=16';
const NOTHING_READ = 'nothing read, c=16';

/** Of a hundred channels: most are quiet, some have a few messages, and one has more than are counted. */
const DAY: UnreadShape = [
  { channels: 30, unread: 5 },
  { channels: 9, unread: 60 },
  { channels: 1, unread: 1_500 },
];
const ALL: UnreadShape = [{ channels: 100, unread: 1_500 }];

export const unread: Workload = {
  name: 'w7',
  title: 'W7 unread: one call for a server of 500 channels with 1,000,000 messages',
  goals: [
    { cell: AFTER_A_DAY, metric: 'rate', of: 'palaver', to: 'floor', bound: { atLeast: 1 / 3 } },
    { cell: AFTER_A_DAY, metric: 'cpu', of: 'palaver', to: 'floor', bound: { atMost: 3 } },
  ],
  async run(bench) {
    if (!bench.isSelected(AFTER_A_DAY, NOTHING_READ)) return;
    const palaver = await startPalaver(bench, { channels: CHANNELS, accounts: 3 });
    await fillChannels(palaver, MESSAGES);
    const { database, fixture } = palaver;
    const floor = bench.stopAtEnd(await startReadFloor(database.url));
    const load = bench.stopAtEnd(startLoadGenerator('http'));
    const { tokens } = fixture;
    const page = readMeasurement(bench, load, floor, {
      pages: await newestPage(database.sql, fixture),
      tokens,
    });
    for (const [name, shape] of [
      [AFTER_A_DAY, DAY],
      [NOTHING_READ, ALL],
    ] as const) {
      const targets = { floor: page, palaver: unreadMeasurement(bench, load, palaver, shape) };
      await bench.measureCell({ name, reference: 'floor', headline: 'rate', targets });
    }
    bench.addNote(
      'An operation of the floor is a page of 50 messages, one of Palaver the counts of 500 channels. After a day away, of each 100 channels ' +
        '30 have 5 unread messages, 9 have 60, and 1 has 1,500; where nothing is read, each has 1,500. The first calls are not measured: with them the service learns the tails of the channels.',
    );
  },
};
