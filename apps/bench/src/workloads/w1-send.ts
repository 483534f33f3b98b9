import type { Goal } from '../harness/goals.js';
import type { Workload } from '../harness/workload.js';
import { startLoadGenerator } from '../load/load-generator.js';
import { startFloor } from '../targets/floor/floor.js';
import { startPalaver } from '../targets/palaver/palaver.js';
import { compareWithEjabberd } from './measurements/compare-with-ejabberd.js';
import {
  CONCURRENCY as EJABBERD_CONCURRENCY,
  ejabberdSendMeasurement,
} from './measurements/ejabberd-send.js';
import { type SendSize, sendMeasurement } from './measurements/send.js';
import type { Api } from './measurements/send-requests.js';

const APIS: readonly Api[] = ['REST', '/trpc'];
const CHANNELS = [1, 50];
const CONCURRENCY = [1, 16, 64];
const ACCOUNTS = 20;

export const send: Workload = {
  name: 'w1',
  title: 'W1 send: 200-byte messages',
  goals: APIS.flatMap(goalsOf),
  async run(bench) {
    const sizes = allSizes().filter((size) => bench.isSelected(nameOf(size)));
    if (sizes.length === 0) return;
    const load = bench.stopAtEnd(startLoadGenerator('http'));
    const channels = Math.max(...CHANNELS);
    const palaver = await startPalaver(bench, { channels, accounts: ACCOUNTS });
    const ejabberd = await compareWithEjabberd<SendSize>(bench, sizes, {
      includes: ({ connections }) => connections === EJABBERD_CONCURRENCY,
      accounts: EJABBERD_CONCURRENCY,
      prepare: (target) => {
        const rooms = bench.stopAtEnd(startLoadGenerator('room-send'));
        return (size) => ejabberdSendMeasurement(bench, rooms, target, size.channels);
      },
    });
    for (const size of sizes) {
      // A new floor for each cell: the published driver gets slower with every query that waits for a connection.
      const floor = await startFloor(bench, channels);
      await bench.measureCell({
        name: nameOf(size),
        reference: 'floor',
        // With one connection the throughput is just the inverse of the latency.
        headline: size.connections === 1 ? 'p50Ms' : 'rate',
        targets: {
          floor: sendMeasurement(bench, load, floor, { ...size, api: 'REST' }),
          palaver: sendMeasurement(bench, load, palaver, size),
          ...ejabberd(size),
        },
      });
      await floor.stop();
    }
  },
};

function goalsOf(api: Api): Goal[] {
  const goal = (
    channels: number,
    connections: number,
    { metric = 'rate', to = 'floor', bound }: Partial<Goal> & Pick<Goal, 'bound'>,
  ): Goal => ({ cell: nameOf({ api, channels, connections }), metric, of: 'palaver', to, bound });
  return [
    ...CHANNELS.flatMap((channels) => [
      goal(channels, 64, { bound: { atLeast: 1 } }),
      goal(channels, 16, { bound: { atLeast: 0.9 } }),
      goal(channels, 1, { metric: 'p50Ms', bound: { atMost: 1.6 } }),
    ]),
    goal(50, 64, { to: 'ejabberd', bound: { atLeast: 1.5 } }),
  ];
}

function allSizes(): SendSize[] {
  return APIS.flatMap((api) =>
    CHANNELS.flatMap((channels) => CONCURRENCY.map((connections) => ({ api, channels, connections }))),
  );
}

function nameOf({ api, channels, connections }: SendSize): string {
  return `${api}, ${channels === 1 ? '1 channel' : `${channels} channels`}, c=${connections}`;
}
