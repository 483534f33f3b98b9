import { lstat, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hasCode } from './files.js';
import type { SupervisorLog } from './log.js';
import { commandLine, processStartTime } from './process-identity.js';

/**
 * A name for the cluster in this folder. Its server has it as `cluster_name`, so that its command line differs from that
 * of every other process. The name stays when the folder is moved, and a copy of the folder has another one.
 */
export async function clusterName(cluster: string): Promise<string> {
  const { dev, ino } = await lstat(cluster, { bigint: true });
  return `palaver-${dev}-${ino}`;
}

/**
 * Clears what a killed run left. A server that still runs is stopped; it is not adopted, because only a parent is
 * notified of a process' end, and because its settings may not be ours. A pid file whose pid now belongs to another
 * process is removed, because Postgres would refuse to start; one whose pid no process has, Postgres replaces itself.
 */
export async function clearLeftover(cluster: string, log: SupervisorLog): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
  if (!(pid > 0)) return;
  const startTime = await processStartTime(pid);
  const command = await commandLine(pid);
  if (startTime !== undefined && command?.includes(`cluster_name=${await clusterName(cluster)}`)) {
    log.warn({ pid }, 'Stopping the Postgres of an earlier run');
    await stopServer((signal) => send(pid, signal), untilEnded(pid, startTime));
  } else if (send(pid, 0)) {
    // Another process, or a zombie.
    log.warn({ pid }, 'Removing a stale postmaster.pid whose pid is in use');
    await rm(file, { force: true });
  }
}

/**
 * Asks for a fast shutdown; after `grace` ms for an immediate one, which loses nothing but makes the next start replay
 * the log; then kills. Throws if the server does not end.
 */
export async function stopServer(
  kill: (signal: NodeJS.Signals) => void,
  ended: Promise<unknown>,
  grace = 8_000,
): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    kill(signal);
    if (await settlesWithin(ended, grace)) return;
  }
  throw new Error('Postgres does not end.');
}

/**
 * Removes a stale socket and its pid file, which would keep Postgres from starting. Throws if the socket answers: then a
 * server runs where we cannot see it, for example in another container that shares the folder, and neither its pid file
 * nor its shared memory would keep Postgres from opening the data twice.
 */
export async function clearSocket(socket: string): Promise<void> {
  const answers = await new Promise<boolean>((resolve) => {
    const client = connect(socket, () => resolve(true)).on('error', () => resolve(false));
    client.once('connect', () => client.destroy());
  });
  if (answers)
    throw new Error(`A Postgres that we cannot see, perhaps in another container, answers at ${socket}.`);
  await Promise.all([rm(socket, { force: true }), rm(`${socket}.lock`, { force: true })]);
}

/** Polls, because only a parent is notified of a process' end. */
async function untilEnded(pid: number, startTime: string): Promise<void> {
  while ((await processStartTime(pid)) === startTime) await pause(20);
}

async function settlesWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  const late = pause(ms, false, { signal: timer.signal }).catch(() => false);
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    timer.abort();
  }
}

/** Sends a signal (0 sends none); whether the process exists. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}
