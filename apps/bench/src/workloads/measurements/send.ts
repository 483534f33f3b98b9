import type { Measurement } from '../../harness/cell.js';
import type { Bench } from '../../harness/workload.js';
import type { LoadGenerator } from '../../load/load-generator.js';
import type { ChatService } from '../../targets/chat-service.js';
import type { Target } from '../../targets/target.js';
import { loadMeasurement } from './load-measurement.js';
import { type Api, sendRequests, sendStatus } from './send-requests.js';

/** For each connection, to find out the rate. */
const FIRST_REQUESTS = 50;

export interface SendSize {
  readonly api: Api;
  readonly channels: number;
  readonly connections: number;
}

export interface SendTargets {
  /** The processes that serve the database. */
  readonly all: readonly Target[];
  /** Those that requests are sent to, in turn. */
  readonly asked: readonly Target[];
}

/** Measures sends. After every job the database must hold all acknowledged messages. */
export function sendMeasurement(
  bench: Bench,
  load: LoadGenerator<'http'>,
  service: ChatService,
  { api, channels, connections }: SendSize,
  { all, asked }: SendTargets = { all: [service], asked: [service] },
): Measurement {
  const requests = sendRequests(api, service.fixture, channels);
  return loadMeasurement(bench, {
    targets: all,
    load,
    job: { urls: asked.map(({ url }) => url), connections, status: sendStatus[api], requests },
    firstAmount: FIRST_REQUESTS * connections,
    verify: (acknowledged) => service.storageCheck.verify(acknowledged),
  });
}
