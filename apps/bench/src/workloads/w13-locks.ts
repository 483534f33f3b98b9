import type { Goal } from '../harness/goals.js';
import type { Workload } from '../harness/workload.js';
import { startLoadGenerator } from '../load/load-generator.js';
import { startPalaver } from '../targets/palaver/palaver.js';
import { longOperations } from './measurements/locks/operations.js';
import { postsAlone, postsBeside } from './measurements/locks/posts-beside.js';
import { Setting } from './measurements/locks/setting.js';

const SIZES = { servers: 3_000, channels: 1_200, messages: 100_000 };
const ALONE = 'alone';
const BESIDE = 'beside it';
const CELLS = Object.keys(longOperations);

export const locks: Workload = {
  name: 'w13',
  title: 'W13 locks: posts beside long operations, c=1',
  goals: CELLS.map((cell): Goal => ({ cell, metric: 'lockMs', of: BESIDE, to: null, bound: { atMost: 50 } })),
  async run(bench) {
    if (!bench.isSelected(...CELLS)) return;
    bench.addNote(
      `An author is somebody who has written ${SIZES.messages} messages; the account that is deleted is in ${SIZES.servers} servers as well, ` +
        `and so is the one whose profile changes. Who is removed has made ${SIZES.channels} channels. The channels and the archive have ` +
        `${SIZES.messages} messages. Somebody else posts to the channels and servers that the operation is about, one message after the ` +
        'other, from its request to its end in the background. The longest wait for a lock is of any session, of the service itself too.',
    );
    const many = String(Math.max(SIZES.servers, SIZES.channels) * 10);
    const palaver = await startPalaver(
      bench,
      { channels: 5, accounts: 5 },
      { QUOTA_SERVERS_OWNED: many, QUOTA_SERVERS_JOINED: many, QUOTA_CHANNELS: many },
    );
    const load = bench.stopAtEnd(startLoadGenerator('http'));
    const setting = new Setting(palaver, load, SIZES);
    for (const [name, prepare] of Object.entries(longOperations)) {
      if (!bench.isSelected(name)) continue;
      await bench.measureCell({
        name,
        reference: ALONE,
        headline: 'p99Ms',
        targets: {
          [ALONE]: postsAlone(bench, palaver),
          [BESIDE]: postsBeside(bench, palaver, () => prepare(setting)),
        },
      });
    }
  },
};
