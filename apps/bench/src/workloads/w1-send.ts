import type { ChatService } from '../contestants/chat-service.js';
import { startFloor } from '../contestants/floor/floor.js';
import { startPalaver } from '../contestants/palaver/palaver.js';
import type { Bench, Workload } from '../harness/workload.js';
import type { PreparedRequest } from '../load/job.js';
import { type Load, startLoad } from '../load/load.js';
import { httpTurn } from './http-run.js';

const CHANNELS = [1, 50];
const CONCURRENCY = [1, 16, 64];
const PEOPLE = 50;
const CONTENT = 'm'.repeat(200);

/** The two faces of the product. The floor has the one. */
const FACES = { REST: { request: restRequest, status: 201 }, '/trpc': { request: trpcRequest, status: 200 } };

interface Size {
  readonly face: keyof typeof FACES;
  readonly channels: number;
  readonly connections: number;
}

export const send: Workload = {
  name: 'w1',
  title: 'W1 send: 200-byte messages',
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
        headline: 'rate',
        contestants: {
          floor: turn(bench, load, floor, { ...size, face: 'REST' }),
          palaver: turn(bench, load, palaver, size),
        },
      });
    }
  },
};

function allSizes(): Size[] {
  const faces = Object.keys(FACES) as Size['face'][];
  return faces.flatMap((face) =>
    CHANNELS.flatMap((channels) => CONCURRENCY.map((connections) => ({ face, channels, connections }))),
  );
}

function nameOf({ face, channels, connections }: Size): string {
  return `${face}, ${channels === 1 ? '1 channel' : `${channels} channels`}, c=${connections}`;
}

function turn(bench: Bench, load: Load, service: ChatService, { face, channels, connections }: Size) {
  const { request, status } = FACES[face];
  const { channelIds, tokens } = service.seats;
  // Every person in every channel, so that neighbours in time differ in both.
  const requests = tokens.flatMap((token, n) =>
    channelIds.slice(0, channels).map((_, c) => request(channelIds[(n + c) % channels] ?? '', token)),
  );
  return httpTurn({
    contestant: service,
    load,
    postgresPid: bench.postgres.pid,
    seconds: bench.seconds,
    job: { connections, status, requests },
    verify: (answered) => service.ledger.settle(answered),
  });
}

function restRequest(channelId: string, token: string): PreparedRequest {
  return post(`/api/channels/${channelId}/messages`, token, { content: CONTENT });
}

/** As a tRPC client's `httpLink` sends it. */
function trpcRequest(channelId: string, token: string): PreparedRequest {
  return post('/trpc/messages.send', token, { channelId, content: CONTENT });
}

function post(path: string, token: string, body: object): PreparedRequest {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return { method: 'POST', path, headers, body: JSON.stringify(body) };
}
