import type { Workload } from '../harness/workload.js';
import { addCrowd } from '../targets/palaver/add-crowd.js';
import { startPalaver } from '../targets/palaver/palaver.js';
import { inboxMeasurement } from './measurements/inbox.js';

const CELL = 'a message in a channel of 10,000 members, all on `all`';
const PEOPLE = 10_000;

export const notifications: Workload = {
  name: 'w8',
  title: 'W8 notifications: inboxes after a message',
  goals: [
    { cell: CELL, metric: 'inboxMs', of: 'crowd', to: null, bound: { atMost: 2_000 } },
    { cell: CELL, metric: 'p50Ms', of: 'crowd', to: 'quiet', bound: { atMost: 1.25 } },
  ],
  async run(bench) {
    if (!bench.isSelected(CELL)) return;
    bench.addNote(
      `Both channels are on one service. In the quiet one nobody wants all messages; in the other ${PEOPLE} members do. The next ` +
        'message is posted once the last inbox has the one before, and in the quiet one after 1.8 s; `p50` is of the posts alone.',
    );
    const palaver = await startPalaver(bench, { channels: 2, accounts: 2 });
    const [quiet = '', crowd = ''] = palaver.fixture.channelIds;
    await addCrowd(palaver, crowd, PEOPLE);
    await bench.measureCell({
      name: CELL,
      reference: 'quiet',
      headline: 'p50Ms',
      targets: {
        quiet: inboxMeasurement(bench, palaver, { channelId: quiet, people: 0 }),
        crowd: inboxMeasurement(bench, palaver, { channelId: crowd, people: PEOPLE }),
      },
    });
  },
};
