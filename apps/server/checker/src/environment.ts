import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from './clients/client.js';
import { createScenario } from './clients/create-scenario.js';
import type { Scenario } from './clients/scenario.js';
import { keepWrittenFrames } from './final-state/database.js';
import { Recorder } from './history/recorder.js';
import type { RunOptions } from './options.js';
import { type Random, randomFrom } from './support/random.js';
import { Tally } from './support/tally.js';
import { acknowledgeEarly } from './system/early-acknowledgement.js';
import { FaultProxy } from './system/fault-proxy.js';
import { HttpClient } from './system/http-client.js';
import { findFreePort } from './system/listen.js';
import { PostgresProcess } from './system/postgres-process.js';
import { ProxiedPostgres } from './system/proxied-postgres.js';
import { ServiceProcess } from './system/service-process.js';

/** The processes of one run and everything that its parts share. */
export interface Environment {
  readonly options: RunOptions;
  readonly random: Random;
  readonly tally: Tally;
  readonly recorder: Recorder;
  readonly folder: string;
  readonly dataDir: string;
  readonly service: ServiceProcess;
  readonly postgres: PostgresProcess;
  /** Null: the service has its embedded Postgres. */
  readonly database: ProxiedPostgres | null;
  readonly proxy: FaultProxy;
  /** The ports of the service itself, and of the proxy with its faults. */
  readonly ports: Readonly<Record<Route, number>>;
  readonly http: Readonly<Record<Route, HttpClient>>;
  /** Aborted when clients shall not retry any more. */
  readonly stopRetries: AbortController;
  readonly scenario: Scenario;
}

/** How a client reaches the service: without or with connection faults. */
export type Route = 'direct' | 'proxied';

/** Starts the service on an empty data folder and creates the scenario, without faults. */
export async function startEnvironment(options: RunOptions): Promise<Environment> {
  const folder = await mkdtemp(join(tmpdir(), 'palaver-checker-'));
  const dataDir = join(folder, 'data');
  const recorder = new Recorder();
  const port = await findFreePort();
  const database = options.losesCommits ? await ProxiedPostgres.start(dataDir) : null;
  const service = new ServiceProcess({
    port,
    dataDir,
    logFile: join(folder, 'service.log'),
    databaseUrl: database?.url ?? null,
    onIncident: (detail) => recorder.incidents.push(detail),
  });
  const proxy = new FaultProxy(port);
  const shared = { options, recorder, folder, dataDir, service, database, proxy };
  try {
    await service.start();
    const ports = { direct: port, proxied: await proxy.listen() };
    const http = { direct: new HttpClient(ports.direct), proxied: new HttpClient(ports.proxied) };
    const random = randomFrom(options.seed);
    const stopRetries = new AbortController();
    const client = new Client({
      http: http.direct,
      random,
      recorder,
      dropsKeys: false,
      stopRetries: stopRetries.signal,
    });
    await keepWrittenFrames(dataDir);
    const scenario = await createScenario(http.direct, client);
    if (options.negativeControl?.name === 'early-acknowledgement') await acknowledgeEarly(dataDir);
    const postgres = new PostgresProcess(dataDir);
    return { ...shared, random, tally: new Tally(), postgres, ports, http, stopRetries, scenario };
  } catch (error) {
    proxy.close();
    await service.stop('SIGTERM');
    await database?.stop();
    throw error;
  }
}

/** A client of the workload. The name determines its random choices. */
export function createClient(
  { http, random, recorder, options, stopRetries }: Environment,
  name: string,
  route: Route,
): Client {
  return new Client({
    http: http[route],
    random: random.fork(name),
    recorder,
    dropsKeys: options.negativeControl?.name === 'no-keys',
    stopRetries: stopRetries.signal,
  });
}

/** Stops all processes. Deletes the data folder and the service's log unless they are kept. */
export async function stopEnvironment(
  { proxy, http, service, database, postgres, folder }: Environment,
  keep: boolean,
): Promise<void> {
  proxy.close();
  http.direct.close();
  http.proxied.close();
  await service.stop('SIGTERM');
  await database?.stop();
  // A service that did not shut down cleanly leaves its Postgres running.
  if (!(await postgres.waitForExit(5_000))) await postgres.killAll();
  if (!keep) await rm(folder, { recursive: true, force: true });
}
