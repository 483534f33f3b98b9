import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { placeCluster } from '@palaver/db/testing';
import { Client } from './clients/client.js';
import { createScenario } from './clients/create-scenario.js';
import type { Scenario } from './clients/scenario.js';
import { keepWrittenFrames } from './final-state/database.js';
import { Recorder } from './history/recorder.js';
import type { RunOptions } from './options.js';
import { COPY, type Processes, prepareProcesses, stopProcesses } from './start-nodes.js';
import { type Random, randomFrom } from './support/random.js';
import { rotated } from './support/rotated.js';
import { Tally } from './support/tally.js';
import { copyDatabase } from './system/copy-database.js';
import { acknowledgeEarly } from './system/early-acknowledgement.js';
import { PostgresProcess } from './system/postgres-process.js';
import type { Route } from './system/service-node.js';

/** The processes of one run and everything that its parts share. */
export interface Environment extends Processes {
  readonly options: RunOptions;
  readonly random: Random;
  readonly tally: Tally;
  readonly recorder: Recorder;
  readonly folder: string;
  /** The folder of the database and of files. */
  readonly dataDir: string;
  readonly postgres: PostgresProcess;
  /** Aborted when clients shall not retry any more. */
  readonly stopRetries: AbortController;
  readonly scenario: Scenario;
}

/** Starts the service on an empty data folder and creates the scenario, without faults. */
export async function startEnvironment(options: RunOptions): Promise<Environment> {
  const folder = await mkdtemp(join(tmpdir(), 'palaver-checker-'));
  const dataDir = join(folder, 'data');
  await placeCluster(join(dataDir, 'postgres'));
  const recorder = new Recorder();
  const onIncident = (detail: string) => recorder.incidents.push(detail);
  const processes = await prepareProcesses({ options, folder, dataDir, onIncident });
  const { nodes } = processes;
  const [{ service, http }, ...others] = nodes;
  try {
    await service.start();
    const random = randomFrom(options.seed);
    const stopRetries = new AbortController();
    const client = new Client({
      http: [http.direct],
      random,
      recorder,
      dropsKeys: false,
      stopRetries: stopRetries.signal,
    });
    await keepWrittenFrames(dataDir);
    const scenario = await createScenario(http.direct, client);
    if (options.negativeControl?.name === 'early-acknowledgement') await acknowledgeEarly(dataDir);
    if (options.negativeControl?.name === 'separate-databases') {
      await service.stop('SIGTERM');
      await copyDatabase(dataDir, COPY);
      await service.start();
    }
    await Promise.all(others.map((node) => node.service.start()));
    const postgres = new PostgresProcess(dataDir);
    const tally = new Tally();
    return {
      ...processes,
      options,
      random,
      tally,
      recorder,
      folder,
      dataDir,
      postgres,
      stopRetries,
      scenario,
    };
  } catch (error) {
    await stopProcesses(processes);
    throw error;
  }
}

/** A client of the workload. The name determines its random choices, and the node that it uses first. */
export function createClient(
  { nodes, random, recorder, options, stopRetries }: Environment,
  name: string,
  route: Route,
): Client {
  const own = random.fork(name);
  return new Client({
    http: rotated(nodes, own.int(0, nodes.length - 1)).map(({ http }) => http[route]),
    random: own,
    recorder,
    dropsKeys: options.negativeControl?.name === 'no-keys',
    stopRetries: stopRetries.signal,
  });
}

/** Stops all processes. Deletes the data folder and the logs unless they are kept. */
export async function stopEnvironment(environment: Environment, keep: boolean): Promise<void> {
  const { postgres, folder } = environment;
  await stopProcesses(environment);
  // A service that did not shut down cleanly leaves its Postgres running.
  if (!(await postgres.waitForExit(5_000))) await postgres.killAll();
  if (!keep) await rm(folder, { recursive: true, force: true });
}
