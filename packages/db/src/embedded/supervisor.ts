import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Launcher } from './launcher.js';
import { type Layout, PORT, type SocketFolder } from './layout.js';
import { clearLeftover, clearSocket, clusterName, stopServer } from './leftover.js';
import type { SupervisorLog } from './log.js';
import { type Postmaster, StartError, startPostmaster } from './postmaster.js';
import type { ServerSettings } from './settings.js';

export interface Supervisor {
  /** The server's pid, which changes with a restart. */
  readonly pid: number;
  readonly restarts: number;
  stop(): Promise<void>;
}

export interface SupervisedServer {
  launcher: Launcher;
  layout: Layout;
  socket: SocketFolder;
  settings: ServerSettings;
  log: SupervisorLog;
}

/** How long what a killed server left may keep a new one from starting. */
const TRANSIENT_MS = 30_000;
const LONGEST_PAUSE_MS = 5_000;
/** A server that ran this long did not die of the same cause as the one before it. */
const HEALTHY_AFTER_MS = 60_000;

/** Starts the server and keeps it running until `stop`: when it exits, it is started again after growing pauses. */
export async function supervise(server: SupervisedServer): Promise<Supervisor> {
  const stopping = new AbortController();
  let current = await start(server, stopping.signal);
  let restarts = 0;
  const watching = watch(server, stopping.signal, current, (next) => {
    current = next;
    restarts += 1;
  });
  return {
    get pid() {
      return current.pid;
    },
    get restarts() {
      return restarts;
    },
    async stop() {
      stopping.abort();
      // The abort ends pauses and unfinished starts and asks the server to stop; this waits until it has ended.
      await stopServer(current.kill, current.ended, 5_000);
      await watching;
      if (server.socket.path === server.socket.forServer)
        await rm(server.socket.path, { recursive: true, force: true });
    },
  };
}

async function watch(
  server: SupervisedServer,
  stopping: AbortSignal,
  first: Postmaster,
  replace: (next: Postmaster) => void,
): Promise<void> {
  let current = first;
  let failures = 0;
  for (;;) {
    const since = performance.now();
    const reason = await current.ended;
    if (stopping.aborted) return;
    failures = performance.now() - since < HEALTHY_AFTER_MS ? failures + 1 : 0;
    server.log.error({ pid: current.pid, reason }, 'Postgres died; restarting it');
    const next = await restart(server, stopping, failures);
    if (next === undefined) return;
    current = next;
    replace(next);
    server.log.warn({ pid: next.pid }, 'Postgres runs again');
  }
}

async function restart(
  server: SupervisedServer,
  stopping: AbortSignal,
  failures: number,
): Promise<Postmaster | undefined> {
  for (let attempt = Math.max(0, failures - 1); ; attempt += 1) {
    try {
      if (attempt > 0) await pause(backoff(attempt), undefined, { signal: stopping });
      return await start(server, stopping);
    } catch (error) {
      if (stopping.aborted) return undefined;
      server.log.error({ err: error }, 'Postgres could not be restarted; retrying');
    }
  }
}

/** Starts the server; retries while what a killed server left keeps it from starting. */
async function start(server: SupervisedServer, stopping: AbortSignal): Promise<Postmaster> {
  const { launcher, layout, socket, settings, log } = server;
  const deadline = performance.now() + TRANSIENT_MS;
  for (let attempt = 1; ; attempt += 1) {
    await clearLeftover(layout.cluster, log);
    await clearSocket(join(socket.path, `.s.PGSQL.${PORT}`));
    const ours = {
      cluster_name: await clusterName(layout.cluster),
      unix_socket_directories: socket.forServer,
    };
    try {
      return await startPostmaster(
        launcher,
        layout.cluster,
        { ...settings, ...ours, port: String(PORT) },
        log,
        stopping,
      );
    } catch (error) {
      const transient = error instanceof StartError && error.transient && performance.now() < deadline;
      if (!transient || stopping.aborted) throw error;
      log.warn({ attempt }, 'The last Postgres has not ended completely; retrying');
      await pause(backoff(attempt), undefined, { signal: stopping });
    }
  }
}

const backoff = (attempt: number) => Math.min(LONGEST_PAUSE_MS, 50 * 2 ** attempt);
