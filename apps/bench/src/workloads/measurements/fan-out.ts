import type { Measurement } from '../../harness/cell.js';
import type { Bench } from '../../harness/workload.js';
import {
  type LatencyFrom,
  messagesFor,
  type Publishing,
  type SubscriberGroup,
} from '../../load/fan-out/fan-out-job.js';
import type { LoadGenerator } from '../../load/load-generator.js';
import type { Target } from '../../targets/target.js';
import { loadMeasurement } from './load-measurement.js';

/** Enough that the target never waits for the load generator. */
export const MESSAGES_IN_FLIGHT = 16;
/** Of the first job, which finds out the rate. */
const FIRST_MESSAGES = 50;

export interface FanOutSize {
  readonly sockets: number;
  /** Messages a second; null: as many as the target takes. */
  readonly perSecond: number | null;
  /** How many messages are in flight; `MESSAGES_IN_FLIGHT` where it is absent. */
  readonly posters?: number;
  /** 'send' where it is absent. */
  readonly latencyFrom?: LatencyFrom;
}

/** A target with one channel or room, how to subscribe and how to publish there, and a load generator of its own. */
export interface FanOutTarget {
  readonly target: Target;
  /** The processes whose CPU counts, where the target is one of several. */
  readonly targets?: readonly Target[];
  readonly load: LoadGenerator<'fan-out'>;
  readonly subscribers: Omit<SubscriberGroup, 'sockets'>;
  readonly publishing: Publishing;
  /** Called after every job with the number of published messages; throws when they are not what is stored. */
  readonly verify: (messages: number) => Promise<void>;
}

export function fanOutMeasurement(
  bench: Bench,
  { target, targets, load, subscribers, publishing, verify }: FanOutTarget,
  { sockets, perSecond, posters = MESSAGES_IN_FLIGHT, latencyFrom = 'send' }: FanOutSize,
): Measurement {
  return loadMeasurement(bench, {
    targets: targets ?? [target],
    load,
    job: {
      subscribers: { ...subscribers, sockets },
      publishing,
      inFlight: posters,
      perSecond,
      latencyFrom,
    },
    firstAmount: FIRST_MESSAGES * sockets,
    verify: (deliveries) => verify(messagesFor(deliveries, sockets)),
  });
}
