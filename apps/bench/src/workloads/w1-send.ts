import { startEjabberd } from '../contestants/ejabberd/ejabberd.js';
import { startFloor } from '../contestants/floor/floor.js';
import { startPalaver } from '../contestants/palaver/palaver.js';
import type { Goal } from '../harness/goals.js';
import type { Bench, Workload } from '../harness/workload.js';
import { startLoad } from '../load/load.js';
import { ROOM_SENDERS, roomTurn } from './room-turn.js';
import type { Face } from './send-requests.js';
import { type SendSize, sendTurn } from './send-turn.js';

const FACES: readonly Face[] = ['REST', '/trpc'];
const CHANNELS = [1, 50];
const CONCURRENCY = [1, 16, 64];
const PEOPLE = 20;

export const send: Workload = {
  name: 'w1',
  title: 'W1 send: 200-byte messages',
  goals: FACES.flatMap(goalsOf),
  async run(bench) {
    const sizes = allSizes().filter((size) => bench.wants(nameOf(size)));
    if (sizes.length === 0) return;
    const load = bench.keep(startLoad());
    const most = Math.max(...CHANNELS);
    const palaver = await startPalaver(bench, { channels: most, people: PEOPLE });
    const rooms = await startRooms(bench, sizes);
    for (const size of sizes) {
      // A new one each time: the published driver grows slower with every query that had to wait for a connection.
      const floor = await startFloor(bench, most);
      await bench.measureCell({
        name: nameOf(size),
        reference: 'floor',
        // With one connection there is nothing to do but to wait for the answer.
        headline: size.connections === 1 ? 'p50Ms' : 'rate',
        contestants: {
          floor: sendTurn(bench, load, floor, { ...size, face: 'REST' }),
          palaver: sendTurn(bench, load, palaver, size),
          ...rooms(size),
        },
      });
      await floor.stop();
    }
  },
};

function goalsOf(face: Face): Goal[] {
  const many = { cell: `${face}, 50 channels, c=64`, metric: 'rate', of: 'palaver' } as const;
  const one = { ...many, cell: `${face}, 1 channel, c=64` };
  const alone = { cell: `${face}, 50 channels, c=1`, metric: 'p50Ms', of: 'palaver' } as const;
  return [
    { ...many, to: 'floor', bound: { atLeast: 1 } },
    { ...many, to: 'ejabberd', bound: { atLeast: 1.5 } },
    { ...one, to: 'floor', bound: { atLeast: 1 } },
    { ...alone, to: 'floor', bound: { atMost: 2 } },
  ];
}

function allSizes(): SendSize[] {
  return FACES.flatMap((face) =>
    CHANNELS.flatMap((channels) => CONCURRENCY.map((connections) => ({ face, channels, connections }))),
  );
}

function nameOf({ face, channels, connections }: SendSize): string {
  return `${face}, ${channels === 1 ? '1 channel' : `${channels} channels`}, c=${connections}`;
}

/** ejabberd's turn, for the sizes it is compared at, where it is installed. */
async function startRooms(bench: Bench, sizes: readonly SendSize[]) {
  const compared = ({ connections }: SendSize) => connections === ROOM_SENDERS;
  const ejabberd = sizes.some(compared) ? await startEjabberd(bench, ROOM_SENDERS) : null;
  if (ejabberd === null) return () => ({});
  const load = bench.keep(startLoad('muc'));
  return (size: SendSize) =>
    compared(size) ? { ejabberd: roomTurn(bench, load, ejabberd, size.channels) } : {};
}
