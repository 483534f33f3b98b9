import { startEjabberd } from '../contestants/ejabberd/ejabberd.js';
import { startFloor } from '../contestants/floor/floor.js';
import { startPalaver } from '../contestants/palaver/palaver.js';
import { startSocketIo } from '../contestants/socket-io/socket-io.js';
import type { Goal } from '../harness/goals.js';
import type { Bench, Workload } from '../harness/workload.js';
import {
  type CrowdSize,
  crowdTurn,
  throughEjabberd,
  throughFloor,
  throughPalaver,
  throughSocketIo,
} from './crowd-turn.js';

const SIZES = [200, 1_000, 3_000];
/** Deliveries each second at the fixed rate: what a busy evening asks for, and none of them is at its limit. */
const FIXED_DELIVERIES = 20_000;
const PEOPLE = 20;
/** ejabberd is compared with so many sockets, flat out. */
const ROOM_SIZES = [200, 1_000];

export const fanOut: Workload = {
  name: 'w2',
  title: 'W2 fan-out: one channel, every message to every socket',
  goals: goals(),
  async run(bench) {
    const sizes = allSizes().filter((size) => bench.wants(nameOf(size)));
    if (sizes.length === 0) return;
    bench.note(
      'Operations are deliveries; p50 and p99 are from the send to the last receipt. socket.io stores nothing.',
    );
    const floor = throughFloor(bench, await startFloor(bench, 1));
    const palaver = throughPalaver(bench, await startPalaver(bench, { channels: 1, people: PEOPLE }));
    const socketIo = throughSocketIo(bench, await startSocketIo(bench));
    const rooms = await startRooms(bench, sizes);
    for (const size of sizes) {
      await bench.measureCell({
        name: nameOf(size),
        reference: 'floor',
        headline: size.perSecond === null ? 'rate' : 'p50Ms',
        contestants: {
          floor: crowdTurn(bench, floor, size),
          palaver: crowdTurn(bench, palaver, size),
          'socket.io': crowdTurn(bench, socketIo, size),
          ...rooms(size),
        },
      });
    }
  },
};

function goals(): Goal[] {
  const crowd = { cell: nameOf({ sockets: 1_000, perSecond: null }), metric: 'rate', of: 'palaver' } as const;
  return [
    { ...crowd, to: 'floor', bound: { atLeast: 1 } },
    { ...crowd, to: 'socket.io', bound: { atLeast: 1 } },
    { ...crowd, to: 'ejabberd', bound: { atLeast: 3 } },
  ];
}

function allSizes(): CrowdSize[] {
  return SIZES.flatMap((sockets) => [
    { sockets, perSecond: null },
    { sockets, perSecond: FIXED_DELIVERIES / sockets },
  ]);
}

function nameOf({ sockets, perSecond }: CrowdSize): string {
  return `${sockets} sockets, ${perSecond === null ? 'flat out' : `${FIXED_DELIVERIES} deliveries/s`}`;
}

/** ejabberd's turn, for the sizes it is compared at, where it is installed. */
async function startRooms(bench: Bench, sizes: readonly CrowdSize[]) {
  const compared = ({ sockets, perSecond }: CrowdSize) => perSecond === null && ROOM_SIZES.includes(sockets);
  const ejabberd = sizes.some(compared) ? await startEjabberd(bench, Math.max(...ROOM_SIZES)) : null;
  if (ejabberd === null) return () => ({});
  const place = throughEjabberd(bench, ejabberd);
  return (size: CrowdSize) => (compared(size) ? { ejabberd: crowdTurn(bench, place, size) } : {});
}
