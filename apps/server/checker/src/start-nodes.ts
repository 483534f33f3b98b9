import { join } from 'node:path';
import type { RunOptions } from './options.js';
import { ProxiedPostgres } from './system/proxied-postgres.js';
import { RedisProcess } from './system/redis-process.js';
import { createNode, createNodeFolder, type ServiceNode, stopNode } from './system/service-node.js';

/** How long a node that drains hands its clients over, in seconds. */
const DRAIN_SECONDS = 3;
/** The copy of the database that the second node has in the negative control `separate-databases`. */
export const COPY = 'copy';

/** The processes that serve clients. */
export interface Processes {
  readonly nodes: readonly [ServiceNode, ...ServiceNode[]];
  /** Null: the service has its embedded Postgres. */
  readonly database: ProxiedPostgres | null;
  readonly redis: RedisProcess | null;
}

export interface ProcessesOptions {
  readonly options: RunOptions;
  /** For logs and the nodes' data folders. */
  readonly folder: string;
  /** The folder of the database and, if nodes share one, of files. */
  readonly dataDir: string;
  readonly onIncident: (detail: string) => void;
}

/** Starts Postgres and Redis, as the options want them, and prepares the nodes, whose services are not started. */
export async function prepareProcesses(given: ProcessesOptions): Promise<Processes> {
  const { options, dataDir } = given;
  const isShared = options.nodes > 1 || options.losesCommits;
  const redis = options.redis ? await RedisProcess.start() : null;
  const database = isShared ? await ProxiedPostgres.start(dataDir) : null;
  const prepare = (n: number) => prepareNode(n, given, database, redis);
  const nodes: [ServiceNode, ...ServiceNode[]] = [await prepare(1)];
  for (let n = 2; n <= options.nodes; n++) nodes.push(await prepare(n));
  return { nodes, database, redis };
}

async function prepareNode(
  n: number,
  { options, folder, dataDir, onIncident }: ProcessesOptions,
  database: ProxiedPostgres | null,
  redis: RedisProcess | null,
): Promise<ServiceNode> {
  const control = options.negativeControl?.name;
  const isAlone = options.nodes === 1;
  const ownDir = isAlone ? dataDir : join(folder, `node-${n}`);
  if (!isAlone) await createNodeFolder(ownDir, join(dataDir, 'files'));
  const hasCopy = n === 2 && control === 'separate-databases';
  return createNode({
    name: `node ${n}`,
    dataDir: ownDir,
    logFile: join(folder, isAlone ? 'service.log' : `node-${n}.log`),
    database: (await database?.openLink(hasCopy ? COPY : undefined)) ?? null,
    redisPort: redis?.port ?? null,
    // Every second node, so that both kinds of a stop occur.
    drainSeconds: n % 2 === 0 ? DRAIN_SECONDS : 0,
    onIncident,
  });
}

export async function stopProcesses({ nodes, database, redis }: Processes): Promise<void> {
  await Promise.all(nodes.map(stopNode));
  await database?.stop();
  await redis?.stop();
}
