import type { Measurement, Sample } from '../../harness/cell.js';
import type { Bench } from '../../harness/workload.js';
import type { Outcome } from '../../load/common/job.js';
import type { LoadGenerator } from '../../load/load-generator.js';
import { meter } from '../../measure/cpu-meter.js';
import type { Palaver } from '../../targets/palaver/palaver.js';
import type { WebhookReceiver } from '../../targets/webhook-receiver/receiver.js';
import { loadMeasurement } from './load-measurement.js';
import { sendRequests, sendStatus } from './send-requests.js';

/** For each connection, to find out the rate. */
const FIRST_REQUESTS = 50;
/** Shorter than of other loads: all that is posted is delivered to every webhook before the measurement begins. */
const WARM_UP_SECONDS = 3;

export interface WebhookLoad {
  readonly channels: number;
  readonly connections: number;
  /** Posts a second; null: as many as the service takes. */
  readonly perSecond: number | null;
}

/** A service, and the receiver of all its webhooks; null where it has none. */
export interface WebhookService {
  readonly palaver: Palaver;
  readonly receiver: WebhookReceiver | null;
}

/**
 * Measures posts, and the deliveries of each of them to each webhook: those that come while the load runs, and how fast the
 * others come afterwards. Every delivery must come once, in the order of its channel.
 */
export function webhookMeasurement(
  bench: Bench,
  load: LoadGenerator<'http'>,
  { palaver, receiver }: WebhookService,
  { channels, connections, perSecond }: WebhookLoad,
): Measurement {
  return loadMeasurement(bench, {
    targets: [palaver],
    load,
    job: {
      urls: [palaver.url],
      connections,
      status: sendStatus.REST,
      requests: sendRequests('REST', palaver.fixture, channels),
      ...(perSecond === null ? {} : { perSecond }),
    },
    firstAmount: FIRST_REQUESTS * connections,
    warmUpSeconds: WARM_UP_SECONDS,
    ...(receiver === null
      ? {}
      : {
          others: { receiver: receiver.pid },
          follow: (outcome) => takeRest(bench, palaver, receiver, outcome, perSecond === null),
        }),
    verify: (posts) => palaver.storageCheck.verify(posts),
  });
}

/** Waits for the deliveries that the load has left. Their rate says nothing where next to none are left. */
async function takeRest(
  bench: Bench,
  palaver: Palaver,
  receiver: WebhookReceiver,
  { operations, seconds }: Outcome,
  areManyLeft: boolean,
): Promise<Sample> {
  const expected = operations * receiver.urls.length;
  const received = await receiver.count();
  const startedAt = performance.now();
  const roots = { service: palaver.pid, postgres: bench.postgres.pid, receiver: receiver.pid };
  const { result, cpuSeconds } = await meter(roots, () => receiver.take(expected));
  const left = expected - received;
  const drainSeconds = (performance.now() - startedAt) / 1_000;
  return {
    deliveryP50Ms: result.p50Ms,
    deliveryP99Ms: result.p99Ms,
    deliveryRate: received / seconds,
    ...(areManyLeft
      ? {
          left,
          drainRate: left / drainSeconds,
          drainCpu: (((cpuSeconds.service ?? 0) + (cpuSeconds.postgres ?? 0)) * 1_000) / left,
        }
      : {}),
  };
}
