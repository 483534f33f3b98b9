import { fillMessages } from '../contestants/palaver/fill.js';
import { startPalaver } from '../contestants/palaver/palaver.js';
import { openSessions } from '../contestants/palaver/sessions.js';
import type { Workload } from '../harness/workload.js';
import { startLoad } from '../load/load.js';
import { MISSED, resumeTurn } from './resume-turn.js';

const CELL = '1,000 sockets, each 1,000 events behind';
const SOCKETS = 1_000;
const CHANNELS = 50;
const PEOPLE = 50;

export const resume: Workload = {
  name: 'w5',
  title: 'W5 resume: everybody comes back at once, while others send',
  goals: [
    { cell: CELL, metric: 'caughtUpMs', of: 'palaver', to: null, bound: { atMost: 5_000 } },
    { cell: CELL, metric: 'sendsKept', of: 'palaver', to: null, bound: { atLeast: 0.5 } },
  ],
  async run(bench) {
    if (!bench.wants(CELL)) return;
    bench.note(
      `${SOCKETS} sockets, each with a session of its own, over ${CHANNELS} channels; 16 requests are always under way ` +
        'to the same channels. What is sent is also told to all who are there already.',
    );
    const palaver = await startPalaver(bench, { channels: CHANNELS, people: PEOPLE });
    await fillMessages(palaver, CHANNELS * MISSED);
    await palaver.ledger.settle(CHANNELS * MISSED);
    const tokens = await openSessions(palaver, SOCKETS);
    const loads = { crowd: bench.keep(startLoad('resume')), senders: bench.keep(startLoad()) };
    await bench.measureCell({
      name: CELL,
      reference: 'palaver',
      headline: 'caughtUpMs',
      contestants: { palaver: resumeTurn(bench, palaver, tokens, loads) },
    });
  },
};
