import type { ChatService } from '../contestants/chat-service.js';
import { startFloor } from '../contestants/floor/floor.js';
import { startPalaver } from '../contestants/palaver/palaver.js';
import type { Bench, Workload } from '../harness/workload.js';
import { type Load, startLoad } from '../load/load.js';
import { httpTurn } from './http-run.js';
import { type Face, sendRequests, sendStatus } from './send-requests.js';

const FACES: readonly Face[] = ['REST', '/trpc'];
const CHANNELS = [1, 50];
const CONCURRENCY = [1, 16, 64];
const PEOPLE = 20;

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
    for (const size of sizes) {
      await bench.measureCell({
        name: nameOf(size),
        reference: 'floor',
        // With one connection there is nothing to do but to wait for the answer.
        headline: size.connections === 1 ? 'p50Ms' : 'rate',
        contestants: {
          floor: sendTurn(bench, load, floor, { ...size, face: 'REST' }),
          palaver: sendTurn(bench, load, palaver, size),
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

/** A contestant's turn at sending; what it acknowledged is looked for in its database every time. */
export function sendTurn(
  bench: Bench,
  load: Load,
  service: ChatService,
  { face, channels, connections }: Size,
) {
  return httpTurn({
    contestant: service,
    load,
    postgresPid: bench.postgres.pid,
    seconds: bench.seconds,
    job: { connections, status: sendStatus[face], requests: sendRequests(face, service.seats, channels) },
    verify: (answered) => service.ledger.settle(answered),
  });
}
