import type { Workload } from '../harness/workload.js';
import { findChromium, startChromium } from '../load/browser/chromium.js';
import { fillChannels } from '../targets/palaver/fill-unread.js';
import { startPalaver } from '../targets/palaver/palaver.js';
import { measureFirstLoad, measureReload, measureSends, openChannel } from './measurements/browser.js';

const CHANNELS = 500;
const MESSAGES = 100_000;
const SLOWDOWN = 4;

const FIRST_LOAD = 'first load';
const RELOAD = 'reload, CPU slowed 4 times';
const SEND = 'a message is sent';

export const browser: Workload = {
  name: 'w11',
  title: 'W11 web client: a server of 500 channels in Chromium',
  goals: [
    { cell: FIRST_LOAD, metric: 'scriptKb', of: 'palaver', to: null, bound: { atMost: 150 } },
    { cell: RELOAD, metric: 'shownMs', of: 'palaver', to: null, bound: { atMost: 300 } },
    { cell: RELOAD, metric: 'interactiveMs', of: 'palaver', to: null, bound: { atMost: 1_000 } },
    { cell: SEND, metric: 'echoMs', of: 'palaver', to: null, bound: { atMost: 16 } },
  ],
  async run(bench) {
    if (!bench.isSelected(FIRST_LOAD, RELOAD, SEND)) return;
    const program = findChromium();
    if (program === null) return bench.addNote('There is no Chromium on the PATH, so nothing was measured.');
    const palaver = await startPalaver(bench, { channels: CHANNELS, accounts: 1 });
    await fillChannels(palaver, MESSAGES);
    const chromium = bench.stopAtEnd(await startChromium(program));
    bench.recordVersion('Chromium', chromium.version);
    const firstLoad = { palaver: () => measureFirstLoad(chromium.browser, palaver) };
    await bench.measureCell({
      name: FIRST_LOAD,
      reference: 'palaver',
      headline: 'scriptKb',
      targets: firstLoad,
    });
    const page = await openChannel(chromium.browser, palaver);
    // What was shown is kept soon after, and the browser keeps compiled what it has run before.
    await measureReload(page, 1);
    const reload = { palaver: () => measureReload(page, SLOWDOWN) };
    await bench.measureCell({ name: RELOAD, reference: 'palaver', headline: 'shownMs', targets: reload });
    const send = { palaver: () => measureSends(page) };
    await bench.measureCell({ name: SEND, reference: 'palaver', headline: 'echoMs', targets: send });
    bench.addNote(
      'The times are recorded in the page: from the beginning of the load, or from the press of Enter, until the message is in the document, ' +
        'which the next frame shows; the last state is shown as a picture until it can be used. p99 is of "message shown".',
    );
  },
};
