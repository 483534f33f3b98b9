import type { Workload } from '../harness/workload.js';
import { startLoadGenerator } from '../load/load-generator.js';
import { createSessions } from '../targets/palaver/create-sessions.js';
import { fillRecentMessages } from '../targets/palaver/fill-recent-messages.js';
import { startPalaver } from '../targets/palaver/palaver.js';
import { MISSED_EVENTS, resumeMeasurement } from './measurements/resume.js';

const CELL = '1,000 sockets, each 1,000 events behind';
const SOCKETS = 1_000;
const CHANNELS = 50;
const ACCOUNTS = 50;

export const resume: Workload = {
  name: 'w5',
  title: 'W5 resume: all sockets reconnect at once during sends',
  goals: [
    { cell: CELL, metric: 'caughtUpMs', of: 'palaver', to: null, bound: { atMost: 5_000 } },
    { cell: CELL, metric: 'sendsKept', of: 'palaver', to: null, bound: { atLeast: 0.5 } },
  ],
  async run(bench) {
    if (!bench.isSelected(CELL)) return;
    bench.addNote(
      `${SOCKETS} sockets, each with a session of its own, subscribe to ${CHANNELS} channels; 16 sends to the same ` +
        'channels are always in flight. The share of sends kept is relative to the rate while all sockets are connected.',
    );
    const palaver = await startPalaver(bench, { channels: CHANNELS, accounts: ACCOUNTS });
    await fillRecentMessages(palaver, CHANNELS * MISSED_EVENTS);
    await palaver.storageCheck.verify(CHANNELS * MISSED_EVENTS);
    const tokens = await createSessions(palaver, SOCKETS);
    const loads = {
      sockets: bench.stopAtEnd(startLoadGenerator('resume')),
      senders: bench.stopAtEnd(startLoadGenerator('http')),
    };
    await bench.measureCell({
      name: CELL,
      reference: 'palaver',
      headline: 'caughtUpMs',
      targets: { palaver: resumeMeasurement(bench, palaver, tokens, loads) },
    });
  },
};
