import { setMaxListeners } from 'node:events';
import { silencedIn } from './clients/scenario.js';
import type { Subscriber } from './clients/subscriber.js';
import { type Environment, startEnvironment, stopEnvironment } from './environment.js';
import { readFinalState } from './final-state/read-final-state.js';
import type { History } from './history/history.js';
import type { RunOptions } from './options.js';
import { QUIESCE_WITHIN_MS, waitForConsumers, waitForDeliveries } from './quiescence.js';
import { runNemesis } from './run-nemesis.js';
import { SubscriberFactory } from './subscribers.js';
import { tallyHistory } from './summary.js';
import { pause } from './support/pause.js';
import type { Tally } from './support/tally.js';
import { removeStoredFiles } from './system/remove-stored-files.js';
import { verify } from './verify/verify.js';
import type { Violation } from './verify/violation.js';
import { runWorkload } from './workload.js';

export interface RunResult {
  readonly violations: readonly Violation[];
  readonly tally: Tally;
  /** The folder with the service's log and data; null if it was deleted. */
  readonly folder: string | null;
}

/** Records the history of a workload under faults, and verifies it. */
export async function run(options: RunOptions): Promise<RunResult> {
  const environment = await startEnvironment(options);
  const { tally, folder } = environment;
  let keep = true;
  try {
    const history = await recordHistory(environment);
    const violations = verify(history);
    tallyHistory(tally, history);
    keep = options.keep || (violations.length > 0 && options.negativeControl === null);
    return { violations, tally, folder: keep ? folder : null };
  } finally {
    await stopEnvironment(environment, keep);
  }
}

async function recordHistory(environment: Environment): Promise<History> {
  const { options, recorder, scenario, dataDir, nodes } = environment;
  const subscribers = await recordSubscribers(environment);
  if (options.negativeControl?.name === 'lost-files') await removeStoredFiles(dataDir);
  return {
    serverId: scenario.serverId,
    operations: recorder.operations,
    subscribers,
    revokedIntervals: recorder.revokedIntervals,
    bannedIntervals: recorder.bannedIntervals,
    searches: recorder.searches,
    allowances: recorder.allowances,
    incidents: recorder.incidents,
    silenced: silencedIn(scenario),
    finalState: await readFinalState(
      dataDir,
      nodes.map(({ http }) => http.direct),
      scenario,
    ),
  };
}

/** Runs the fault phase with subscribers, then lets late subscribers read every stream from its beginning. */
async function recordSubscribers(environment: Environment): Promise<Subscriber[]> {
  const factory = new SubscriberFactory(environment);
  const stalled = factory.stalled();
  const early = [...factory.permanent(), ...factory.revoked(), ...stalled];
  const late = factory.late();
  const stop = new AbortController();
  // Every subscriber adds a listener.
  setMaxListeners(0, stop.signal);
  const running = early.map((subscriber) => subscriber.run(stop.signal));
  try {
    await runFaultPhase(environment, stalled);
    await waitForConsumers(environment);
    await waitForDeliveries(environment, early);
    running.push(...late.map((subscriber) => subscriber.run(stop.signal)));
    await waitForDeliveries(environment, late);
  } finally {
    stop.abort();
  }
  await Promise.all(running);
  return [...early, ...late];
}

/** Runs workload and nemesis for the given seconds. Resolves when both have ended and every operation has completed. */
async function runFaultPhase(environment: Environment, stalled: readonly Subscriber[]): Promise<void> {
  const { options, stopRetries } = environment;
  const stop = new AbortController();
  // Every pause of the workload and of the nemesis adds a listener.
  setMaxListeners(0, stop.signal);
  const phase = Promise.all([
    runWorkload(environment, stop.signal),
    runNemesis(environment, stalled, stop.signal),
  ]);
  try {
    await Promise.race([pause(options.seconds * 1_000), phase]);
  } finally {
    stop.abort();
  }
  const timer = setTimeout(() => stopRetries.abort(), QUIESCE_WITHIN_MS);
  await phase;
  clearTimeout(timer);
}
