import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FrameReader } from './frames.js';
import type { RunOptions } from './options.js';
import { foundTown, type Town } from './people/town.js';
import { type Random, randomFrom } from './random.js';
import { Recorder } from './recorder.js';
import { acknowledgeTooEarly } from './system/database.js';
import { FaultProxy } from './system/fault-proxy.js';
import { HttpClient } from './system/http.js';
import { PostgresProcess } from './system/postgres-process.js';
import { ServiceProcess } from './system/service-process.js';
import { Tally } from './tally.js';

/** Everything that a run plays with. */
export interface Stage {
  readonly options: RunOptions;
  readonly random: Random;
  readonly tally: Tally;
  readonly recorder: Recorder;
  readonly reader: FrameReader;
  readonly folder: string;
  readonly dataDir: string;
  readonly service: ServiceProcess;
  readonly postgres: PostgresProcess;
  readonly proxy: FaultProxy;
  readonly port: number;
  readonly proxyPort: number;
  /** Straight to the service, and through the faults. */
  readonly direct: HttpClient;
  readonly proxied: HttpClient;
  readonly town: Town;
}

/** Starts the service on new data and lets people move in, with nothing going wrong yet. */
export async function setStage(options: RunOptions): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'palaver-checker-'));
  const dataDir = join(folder, 'data');
  const recorder = new Recorder();
  const port = await freePort();
  const service = new ServiceProcess({
    port,
    dataDir,
    logFile: join(folder, 'service.log'),
    onIncident: (detail) => recorder.incidents.push(detail),
  });
  const random = randomFrom(options.seed);
  const proxy = new FaultProxy(port);
  const direct = new HttpClient(port);
  try {
    await service.start();
    const proxyPort = await proxy.listen();
    const persistence = { http: direct, random, retries: true, dropsKeys: false };
    const town = await foundTown(recorder, persistence);
    if (options.negative === 'early-acknowledgement') await acknowledgeTooEarly(dataDir);
    const proxied = new HttpClient(proxyPort);
    const postgres = new PostgresProcess(dataDir);
    const parts = { options, random, recorder, folder, dataDir, service, postgres, proxy, port, proxyPort };
    return { ...parts, tally: new Tally(), reader: new FrameReader(), direct, proxied, town };
  } catch (error) {
    proxy.close();
    await service.end('SIGTERM');
    throw error;
  }
}

/** Ends everything; the folder stays where somebody may want to look into it. */
export async function clearStage(stage: Stage, keep: boolean): Promise<void> {
  stage.proxy.close();
  stage.direct.close();
  stage.proxied.close();
  await stage.service.end('SIGTERM');
  // A service that was itself cut short leaves its Postgres behind.
  if (!(await stage.postgres.gone(5_000))) await stage.postgres.crash();
  if (!keep) await rm(stage.folder, { recursive: true, force: true });
}

/** The same for all starts of a run, so that clients find the service again. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server's address is an object; only one on a pipe has a text.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
