import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { FaultProxy } from './fault-proxy.js';
import { HttpClient } from './http-client.js';
import { findFreePort } from './listen.js';
import type { PostgresLink } from './postgres-link.js';
import { ServiceProcess } from './service-process.js';

/** How a client reaches a node: without or with connection faults. */
export type Route = 'direct' | 'proxied';

/** One process of the service with what it is reached by, and what it reaches others through. */
export interface ServiceNode {
  /** `node 1`, `node 2` … */
  readonly name: string;
  readonly service: ServiceProcess;
  /** Null: the service has its embedded Postgres. */
  readonly database: PostgresLink | null;
  /** What the node reaches Redis through; null if Redis is not used. */
  readonly redis: FaultProxy | null;
  /** Whether it hands its clients over when it is stopped. */
  readonly drains: boolean;
  readonly proxy: FaultProxy;
  /** The ports of the service itself, and of the proxy with its faults. */
  readonly ports: Readonly<Record<Route, number>>;
  readonly http: Readonly<Record<Route, HttpClient>>;
}

export interface NodeOptions {
  readonly name: string;
  readonly dataDir: string;
  readonly logFile: string;
  readonly database: PostgresLink | null;
  readonly redisPort: number | null;
  readonly drainSeconds: number;
  readonly onIncident: (detail: string) => void;
}

/** Prepares a node. Its service is not started. */
export async function createNode(options: NodeOptions): Promise<ServiceNode> {
  const { name, dataDir, logFile, database, redisPort, drainSeconds, onIncident } = options;
  const port = await findFreePort();
  const redis = redisPort === null ? null : new FaultProxy(redisPort);
  const settings = {
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DRAIN_SECONDS: String(drainSeconds),
    ...(database && { DATABASE_URL: database.url }),
    ...(redis && { REDIS_URL: `redis://127.0.0.1:${await redis.listen()}` }),
  };
  const service = new ServiceProcess({ name, port, dataDir, logFile, settings, onIncident });
  const proxy = new FaultProxy(port);
  const ports = { direct: port, proxied: await proxy.listen() };
  const http = { direct: new HttpClient(ports.direct), proxied: new HttpClient(ports.proxied) };
  return { name, service, database, redis, drains: drainSeconds > 0, proxy, ports, http };
}

export async function stopNode({ proxy, redis, http, service }: ServiceNode): Promise<void> {
  proxy.close();
  http.direct.close();
  http.proxied.close();
  await service.stop('SIGTERM');
  redis?.close();
}

/** Makes a data folder of a node's own in which `files` is the folder of all nodes. */
export async function createNodeFolder(dataDir: string, sharedFiles: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await mkdir(sharedFiles, { recursive: true });
  await symlink(sharedFiles, join(dataDir, 'files'));
}
