import type { ChatService } from '../contestants/chat-service.js';
import type { Bench } from '../harness/workload.js';
import type { Load } from '../load/load.js';
import { type Face, sendRequests, sendStatus } from './send-requests.js';
import { turn } from './turn.js';

/** For each connection, to find the speed. */
const FIRST_REQUESTS = 50;

export interface SendSize {
  readonly face: Face;
  readonly channels: number;
  readonly connections: number;
}

/** A contestant's turn at sending; what it acknowledged is looked for in its database every time. */
export function sendTurn(
  bench: Bench,
  load: Load,
  service: ChatService,
  { face, channels, connections }: SendSize,
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
