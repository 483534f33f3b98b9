import type { Subscriber } from './clients/subscriber.js';
import type { Environment } from './environment.js';
import type { Allowance } from './history/history.js';
import { isAcknowledged } from './history/operation.js';
import type { Recorder } from './history/recorder.js';
import { injectConnectionFaults } from './nemesis/connection-faults.js';
import { loseCommitAnswers } from './nemesis/lost-commits.js';
import { injectNodeFaults } from './nemesis/node-faults.js';
import { injectProcessFaults, PROCESS_FAULTS, SERVICE_FAULTS } from './nemesis/process-faults.js';
import { stallReader } from './nemesis/stalled-readers.js';
import { pause } from './support/pause.js';
import { floodChannel } from './workload.js';

const PAUSE_MAX_MS = 5_000;
const NEGATIVE_PAUSE_MAX_MS = 3_000;
const ACKNOWLEDGED_BEFORE_A_FAULT = 10;

/** Injects faults of all kinds side by side until stopped. Resolves when processes and connections are healed. */
export async function runNemesis(
  environment: Environment,
  stalled: readonly Subscriber[],
  stop: AbortSignal,
): Promise<void> {
  const { options, random, tally, recorder, nodes, postgres } = environment;
  const [{ service, database }] = nodes;
  const { negativeControl } = options;
  const faults = negativeControl?.faults ?? (database ? SERVICE_FAULTS : PROCESS_FAULTS);
  const pauseMaxMs = negativeControl === null ? PAUSE_MAX_MS : NEGATIVE_PAUSE_MAX_MS;
  const ready = negativeControl === null ? async () => {} : acknowledgements(recorder);
  const processes = {
    service,
    postgres,
    random: random.fork('process faults'),
    tally,
    faults,
    pauseMaxMs,
    ready,
  };
  const onAllowance = (allowance: Allowance) => recorder.allowances.push(allowance);
  await Promise.all([
    negativeControl === null && nodes.length > 1
      ? injectNodeFaults({ nodes, random: random.fork('node faults'), tally, onAllowance }, stop)
      : injectProcessFaults(processes, stop),
    ...nodes.map(({ name, proxy }) =>
      injectConnectionFaults({ proxy, random: random.fork(`connection faults of ${name}`), tally }, stop),
    ),
    ...nodes.map(
      ({ name, database }) =>
        options.losesCommits &&
        database &&
        loseCommitAnswers({ database, random: random.fork(`lost commits of ${name}`), tally }, stop),
    ),
    ...stalled.map((subscriber) => {
      const name = `flood for ${subscriber.name}`;
      const flood = (signal: AbortSignal) => floodChannel(environment, name, signal);
      return stallReader(
        { subscriber, flood, random: random.fork(`stalls of ${subscriber.name}`), tally },
        stop,
      );
    }),
  ]);
}

/**
 * Returns a function that waits until enough was acknowledged since it last resolved. A defect shows only in what was
 * acknowledged before a fault, and on a slow machine that can be nothing.
 */
function acknowledgements({ operations }: Recorder): (stop: AbortSignal) => Promise<void> {
  let seen = operations.length;
  return async (stop) => {
    const enough = () => operations.slice(seen).filter(isAcknowledged).length >= ACKNOWLEDGED_BEFORE_A_FAULT;
    while (!stop.aborted && !enough()) await pause(20, stop);
    seen = operations.length;
  };
}
