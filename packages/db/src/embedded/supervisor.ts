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
  /** The server's pid; another one after a restart. */
  readonly pid: number;
  stop(): Promise<void>;
}

export interface SupervisedServer {
  launcher: Launcher;
  layout: Layout;
  socket: SocketFolder;
  settings: ServerSettings;
  log: SupervisorLog;
}

/** How long the remains of a killed server may keep a new one from starting. */
const PASSING_TROUBLE_MS = 30_000;
const LONGEST_PAUSE_MS = 5_000;
/** A server that lived this long did not die of what killed the one before it. */
const HEALTHY_AFTER_MS = 60_000;

/** Starts the server and keeps it running until `stop`: when it dies it is started again, after growing pauses. */
export async function supervise(server: SupervisedServer): Promise<Supervisor> {
  const stopping = new AbortController();
  let current = await start(server, stopping.signal);
  const watching = watch(server, stopping.signal, current, (next) => {
    current = next;
  });
  return {
    get pid() {
      return current.pid;
    },
    async stop() {
      stopping.abort();
      // Aborting ends pauses and starts under way, and asks the server to stop; what remains is to see it gone.
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
    server.log.error({ pid: current.pid, reason }, 'Postgres died; starting it again');
    const next = await startUntilItWorks(server, stopping, failures);
    if (next === undefined) return;
    current = next;
    replace(next);
    server.log.warn({ pid: next.pid }, 'Postgres runs again');
  }
}

async function startUntilItWorks(
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
      server.log.error({ err: error }, 'Postgres could not be started again; trying on');
    }
  }
}

/** Starts the server, patiently where the trouble is only that its killed predecessor is not quite gone. */
async function start(server: SupervisedServer, stopping: AbortSignal): Promise<Postmaster> {
  const { launcher, layout, socket, settings, log } = server;
  const deadline = performance.now() + PASSING_TROUBLE_MS;
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
      const passing = error instanceof StartError && error.passing && performance.now() < deadline;
      if (!passing || stopping.aborted) throw error;
      log.warn({ attempt }, 'The last Postgres is not quite gone; trying again');
      await pause(backoff(attempt), undefined, { signal: stopping });
    }
  }
}

const backoff = (attempt: number) => Math.min(LONGEST_PAUSE_MS, 50 * 2 ** attempt);
