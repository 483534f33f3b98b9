import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../../measure/stats.js';
import { clientAddresses } from '../common/client-addresses.js';
import type { Outcome } from '../common/job.js';
import { openMany } from '../common/open-many.js';
import type { ReturnJob } from './return-job.js';
import { ReturningSocket } from './returning-socket.js';

/** As long as all may take. */
const BACK_WITHIN_MS = 180_000;
const LOOK_EVERY_MS = 50;

const nextAddress = clientAddresses();

let sockets: readonly ReturningSocket[] = [];
/** When the job before was over. */
let settledAt = 0;

export interface ReturnOutcome extends Outcome {
  /** How often a client has tried. */
  readonly attempts: number;
}

/** An operation is a socket that is subscribed (again). Rejects with how many are missing when the time is over. */
export async function runReturnJob({ url, clients }: ReturnJob): Promise<ReturnOutcome> {
  if (sockets.length === 0) {
    sockets = clients.map((client) => new ReturningSocket(url, nextAddress(), client));
    settledAt = performance.now();
    await openMany(sockets.length, async (n) => sockets[n]?.open());
  } else {
    await untilBack();
  }
  const states = sockets.map(({ state }) => state);
  const since = Math.min(...states.map(({ lostAt }) => lostAt)) || settledAt;
  const took = Float64Array.from(states, ({ backAt }) => backAt - since).sort();
  settledAt = performance.now();
  return {
    operations: sockets.length,
    seconds: (took.at(-1) ?? 0) / 1_000,
    p50Ms: percentile(took, 0.5),
    p99Ms: percentile(took, 0.99),
    attempts: states.reduce((sum, { attempts }) => sum + attempts, 0) / sockets.length,
  };
}

async function untilBack(): Promise<void> {
  const isMissing = ({ state: { lostAt, backAt } }: ReturningSocket) => lostAt < settledAt || backAt < lostAt;
  const until = performance.now() + BACK_WITHIN_MS;
  while (sockets.some(isMissing)) {
    const missing = sockets.filter(isMissing).length;
    if (performance.now() > until)
      throw new Error(
        `${missing} of ${sockets.length} sockets were not back within ${BACK_WITHIN_MS / 1_000} s.`,
      );
    await pause(LOOK_EVERY_MS);
  }
}
