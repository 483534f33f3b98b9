import type { Measurement } from '../../harness/cell.js';
import type { Bench } from '../../harness/workload.js';
import type { LoadGenerator } from '../../load/load-generator.js';
import { type Ejabberd, SOCKET_PATH } from '../../targets/ejabberd/ejabberd.js';
import { CONTENT } from '../../targets/message-text.js';
import { webSocketUrl } from '../../targets/target.js';
import { loadMeasurement } from './load-measurement.js';

/** The only concurrency that ejabberd is compared at. */
export const CONCURRENCY = 64;
/** For each message in flight, to find out the rate. */
const FIRST_MESSAGES = 50;

/**
 * Measures sends to rooms, 64 in flight: from 64 accounts over several rooms, or all from one account in a single room,
 * because with more accounts there ejabberd would be measured at delivering each message to all of them.
 */
export function ejabberdSendMeasurement(
  bench: Bench,
  load: LoadGenerator<'room-send'>,
  ejabberd: Ejabberd,
  rooms: number,
): Measurement {
  const { domain, storageCheck } = ejabberd;
  const accounts = ejabberd.accounts.slice(0, rooms === 1 ? 1 : CONCURRENCY);
  const inFlight = CONCURRENCY / accounts.length;
  return loadMeasurement(bench, {
    targets: [ejabberd],
    load,
    job: { url: webSocketUrl(ejabberd, SOCKET_PATH), domain, accounts, rooms, inFlight, body: CONTENT },
    firstAmount: FIRST_MESSAGES * CONCURRENCY,
    verify: (returned) => storageCheck.verify(returned),
  });
}
