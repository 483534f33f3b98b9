import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { connect, type DatabaseConnection } from '../connection.js';
import { locateBinaries } from '../embedded/binaries.js';
import { chownTree } from '../embedded/files.js';
import { startEmbeddedPostgres } from '../embedded/index.js';
import { chooseLauncher, clusterArgument, type Launcher, launch } from '../embedded/launcher.js';
import { layoutOf } from '../embedded/layout.js';
import { settingArguments } from '../embedded/settings.js';
import { placeCluster } from './stopped-cluster.js';
import { temporaryFolder } from './temporary-folder.js';

/** A primary on loopback, and a standby to which each of its commits goes before it is answered. */
export interface Replicas {
  /** Names both, and asks for the one that takes writes. */
  readonly url: string;
  /** The superuser's connections. */
  readonly primary: DatabaseConnection;
  readonly standby: DatabaseConnection;
  killPrimary(): void;
  killStandby(): void;
  stop(): Promise<void>;
}

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** The standby begins as a copy of the primary's folder, made while that is stopped. */
export async function startReplicas(): Promise<Replicas> {
  const folder = await temporaryFolder('palaver-replicas-');
  const [first, second] = [layoutOf(join(folder, 'first')), layoutOf(join(folder, 'second'))];
  await placeCluster(first.dataDir);
  const made = await startEmbeddedPostgres({ dataDir: first.dataDir, log: silent });
  await made.stop();
  const password = await readFile(first.password, 'utf8');
  const launcher = await chooseLauncher(await locateBinaries(), first.cluster);
  await appendFile(
    join(first.cluster, 'pg_hba.conf'),
    'host all,replication all 127.0.0.1/32 scram-sha-256\n',
  );
  await cp(first.dataDir, second.dataDir, { recursive: true });
  await writeFile(join(second.cluster, 'standby.signal'), '');
  await chownTree(second.cluster, launcher.owner);
  const ports = [await freePort(), await freePort()] as const;
  const superuser = (port: number) => ({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'palaver',
  });
  // In the file, because a test can change it there.
  await appendFile(join(first.cluster, 'postgresql.conf'), "synchronous_standby_names = 'second'\n");
  const primary = await start(launcher, first.cluster, ports[0], {});
  const standby = await start(launcher, second.cluster, ports[1], {
    primary_conninfo: `host=127.0.0.1 port=${ports[0]} user=postgres password=${password} application_name=second`,
  });
  await untilSynchronous(superuser(ports[0]));
  return {
    url: `postgres://palaver:${password}@127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}/palaver?target_session_attrs=read-write`,
    primary: superuser(ports[0]),
    standby: superuser(ports[1]),
    killPrimary: () => void primary.kill('SIGKILL'),
    killStandby: () => void standby.kill('SIGKILL'),
    stop: async () => {
      for (const server of [primary, standby]) await end(server);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function start(
  launcher: Launcher,
  cluster: string,
  port: number,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  const args = settingArguments({
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    fsync: 'off',
    shared_buffers: '64MB',
    lc_messages: 'C',
    ...settings,
  });
  const child = launch(launcher, 'postgres', ['-D', clusterArgument(launcher, cluster), ...args], {
    cwd: cluster,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await ready(child);
  return child;
}

async function ready(child: ChildProcess): Promise<void> {
  if (child.stderr === null) return;
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    lines.push(line);
    if (/ready to accept (read-only )?connections/.test(line)) {
      child.stderr.resume();
      return;
    }
  }
  throw new Error(`Postgres did not start: ${lines.join(' / ')}`);
}

async function untilSynchronous(primary: DatabaseConnection): Promise<void> {
  const sql = connect(primary, { max: 1 });
  try {
    const isFollowed = async () =>
      (await sql`select 1 from pg_stat_replication where sync_state = 'sync'`).length > 0;
    while (!(await isFollowed())) await new Promise((resolve) => setTimeout(resolve, 50));
  } finally {
    await sql.end();
  }
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGINT');
  await once(server, 'exit');
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
