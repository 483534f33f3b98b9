import type { Goal } from '../harness/goals.js';
import type { Workload } from '../harness/workload.js';
import { startFloor } from '../targets/floor/floor.js';
import { startNchan } from '../targets/nchan/nchan.js';
import { startPalaver } from '../targets/palaver/palaver.js';
import { startSocketIo } from '../targets/socket-io/socket-io.js';
import { compareWithEjabberd } from './measurements/compare-with-ejabberd.js';
import { type FanOutSize, fanOutMeasurement, MESSAGES_IN_FLIGHT } from './measurements/fan-out.js';
import {
  ejabberdFanOut,
  floorFanOut,
  frameBytesOf,
  nchanFanOut,
  palaverFanOut,
  socketIoFanOut,
} from './measurements/fan-out-targets.js';

const SOCKETS = [200, 1_000, 3_000];
/** Deliveries a second at the fixed rate, which is below the limit of the compared targets. */
const FIXED_DELIVERIES = 20_000;
const ACCOUNTS = 20;
/** Sockets, and posters: more of them post more than one process can deliver. */
const OVERLOADS = [1_000, 10_000].flatMap((sockets) =>
  [MESSAGES_IN_FLIGHT, 64, 128].map(
    // A service may slow its posters. What a reader waits for is what it has accepted.
    (posters) => ({ sockets, perSecond: null, posters, latencyFrom: 'answer' }) as const,
  ),
);
/** The numbers of sockets that ejabberd is compared at, flat out only. */
const EJABBERD_SOCKETS = [200, 1_000];

export const fanOut: Workload = {
  name: 'w2',
  title: 'W2 fan-out: one channel, every message to every socket',
  goals: goals(),
  async run(bench) {
    const sizes = allSizes().filter((size) => bench.isSelected(nameOf(size)));
    const overloads = OVERLOADS.filter((size) => bench.isSelected(nameOf(size)));
    if (sizes.length + overloads.length === 0) return;
    bench.addNote(
      'An operation is a delivery. Latencies are from the send to the receipt by the last socket, where there are posters from the answer to it. socket.io stores nothing.',
    );
    const floor = floorFanOut(bench, await startFloor(bench, 1));
    const palaver = palaverFanOut(bench, await startPalaver(bench, { channels: 1, accounts: ACCOUNTS }));
    const socketIo = socketIoFanOut(bench, await startSocketIo(bench));
    const ejabberd = await compareWithEjabberd<FanOutSize>(bench, sizes, {
      includes: ({ sockets, perSecond }) => perSecond === null && EJABBERD_SOCKETS.includes(sockets),
      accounts: Math.max(...EJABBERD_SOCKETS),
      prepare: (running) => {
        const target = ejabberdFanOut(bench, running);
        return (size) => fanOutMeasurement(bench, target, size);
      },
    });
    for (const size of sizes) {
      await bench.measureCell({
        name: nameOf(size),
        reference: 'floor',
        headline: size.perSecond === null ? 'rate' : 'p50Ms',
        targets: {
          floor: fanOutMeasurement(bench, floor, size),
          palaver: fanOutMeasurement(bench, palaver, size),
          'socket.io': fanOutMeasurement(bench, socketIo, size),
          ...ejabberd(size),
        },
      });
    }
    if (overloads.length === 0) return;
    const running = await startNchan(bench);
    const nchan = running && nchanFanOut(bench, running, await frameBytesOf(palaver));
    for (const size of overloads) {
      await bench.measureCell({
        name: nameOf(size),
        reference: 'floor',
        headline: 'rate',
        targets: {
          floor: fanOutMeasurement(bench, floor, size),
          palaver: fanOutMeasurement(bench, palaver, size),
          ...(nchan && { nchan: fanOutMeasurement(bench, nchan, size) }),
        },
      });
    }
  },
};

function goals(): Goal[] {
  const many = { cell: nameOf({ sockets: 1_000, perSecond: null }), metric: 'rate', of: 'palaver' } as const;
  return [
    { ...many, to: 'floor', bound: { atLeast: 1 } },
    { ...many, to: 'socket.io', bound: { atLeast: 1 } },
    { ...many, to: 'ejabberd', bound: { atLeast: 3 } },
    ...OVERLOADS.flatMap((size): Goal[] => [
      { ...many, cell: nameOf(size), to: 'nchan', bound: { atLeast: 5 } },
      { ...many, cell: nameOf(size), metric: 'p99Ms', to: null, bound: { atMost: 2_000 } },
    ]),
  ];
}

function allSizes(): FanOutSize[] {
  return SOCKETS.flatMap((sockets) => [
    { sockets, perSecond: null },
    { sockets, perSecond: FIXED_DELIVERIES / sockets },
  ]);
}

function nameOf({ sockets, perSecond, posters }: FanOutSize): string {
  if (posters !== undefined) return `${sockets} sockets, ${posters} posters`;
  return `${sockets} sockets, ${perSecond === null ? 'flat out' : `${FIXED_DELIVERIES} deliveries/s`}`;
}
