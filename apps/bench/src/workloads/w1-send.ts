import type { ChatService } from '../contestants/chat-service.js';
import { type Ejabberd, startEjabberd } from '../contestants/ejabberd/ejabberd.js';
import { startFloor } from '../contestants/floor/floor.js';
import { startPalaver } from '../contestants/palaver/palaver.js';
import type { Bench, Workload } from '../harness/workload.js';
import { type Load, startLoad } from '../load/load.js';
import { CONTENT, type Face, sendRequests, sendStatus } from './send-requests.js';
import { turn } from './turn.js';

const FACES: readonly Face[] = ['REST', '/trpc'];
const CHANNELS = [1, 50];
const CONCURRENCY = [1, 16, 64];
const PEOPLE = 20;
/** For each connection, to find the speed. */
const FIRST_REQUESTS = 50;
/** ejabberd is compared at this concurrency alone. */
const ROOM_SENDERS = 64;

interface Size {
  readonly face: Face;
  readonly channels: number;
  readonly connections: number;
}

export const send: Workload = {
  name: 'w1',
  title: 'W1 send: 200-byte messages',
  goals: FACES.flatMap((face) => [
    { cell: `${face}, 50 channels, c=64`, metric: 'rate', of: 'palaver', to: 'floor', bound: { atLeast: 1 } },
    {
      cell: `${face}, 50 channels, c=64`,
      metric: 'rate',
      of: 'palaver',
      to: 'ejabberd',
      bound: { atLeast: 1.5 },
    },
    { cell: `${face}, 1 channel, c=64`, metric: 'rate', of: 'palaver', to: 'floor', bound: { atLeast: 1 } },
    { cell: `${face}, 50 channels, c=1`, metric: 'p50Ms', of: 'palaver', to: 'floor', bound: { atMost: 2 } },
  ]),
  async run(bench) {
    const sizes = allSizes().filter((size) => bench.wants(nameOf(size)));
    if (sizes.length === 0) return;
    const load = bench.keep(startLoad());
    const most = Math.max(...CHANNELS);
    const floor = await startFloor(bench, most);
    const palaver = await startPalaver(bench, { channels: most, people: PEOPLE });
    const rooms = await startRooms(bench, sizes);
    for (const size of sizes) {
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
    }
  },
};

function allSizes(): Size[] {
  return FACES.flatMap((face) =>
    CHANNELS.flatMap((channels) => CONCURRENCY.map((connections) => ({ face, channels, connections }))),
  );
}

function nameOf({ face, channels, connections }: Size): string {
  return `${face}, ${channels === 1 ? '1 channel' : `${channels} channels`}, c=${connections}`;
}

/** ejabberd's turn, for the sizes it is compared at, where it is installed. */
async function startRooms(bench: Bench, sizes: readonly Size[]) {
  const compared = ({ connections }: Size) => connections === ROOM_SENDERS;
  const ejabberd = sizes.some(compared) ? await startEjabberd(bench, ROOM_SENDERS) : null;
  if (ejabberd === null) return () => ({});
  const load = bench.keep(startLoad('muc'));
  return (size: Size) => (compared(size) ? { ejabberd: roomTurn(bench, load, ejabberd, size.channels) } : {});
}

/**
 * 64 people in 50 rooms with a message under way each, or one with 64 in one room: with more in that room ejabberd would
 * be measured at sending each message to all of them.
 */
function roomTurn(bench: Bench, load: Load<'muc'>, ejabberd: Ejabberd, rooms: number) {
  const { url, domain, ledger } = ejabberd;
  const accounts = ejabberd.accounts.slice(0, rooms === 1 ? 1 : ROOM_SENDERS);
  const underWay = ROOM_SENDERS / accounts.length;
  return turn<'muc'>({
    contestant: ejabberd,
    postgresPid: bench.postgres.pid,
    load,
    job: { url: `${url.replace('http', 'ws')}/ws`, domain, accounts, rooms, underWay, body: CONTENT },
    seconds: bench.seconds,
    firstAmount: FIRST_REQUESTS * ROOM_SENDERS,
    verify: (echoed) => ledger.settle(echoed),
  });
}

/** A contestant's turn at sending; what it acknowledged is looked for in its database every time. */
export function sendTurn(
  bench: Bench,
  load: Load,
  service: ChatService,
  { face, channels, connections }: Size,
) {
  const requests = sendRequests(face, service.seats, channels);
  return turn<'http'>({
    contestant: service,
    postgresPid: bench.postgres.pid,
    load,
    job: { url: service.url, connections, status: sendStatus[face], requests },
    seconds: bench.seconds,
    firstAmount: FIRST_REQUESTS * connections,
    verify: (answered) => service.ledger.settle(answered),
  });
}
