import { lstat, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hasCode } from './files.js';
import type { SupervisorLog } from './log.js';
import { commandLine, processBirth } from './process-identity.js';

/**
 * A name for the cluster in this folder, given to its server as `cluster_name`, by which its command line can be told
 * from every other process'. It survives moving the folder and differs for a copy of it.
 */
export async function clusterName(cluster: string): Promise<string> {
  const { dev, ino } = await lstat(cluster, { bigint: true });
  return `palaver-${dev}-${ino}`;
}

/**
 * Clears away what a killed predecessor left: a server that lives on is stopped (not adopted: a child's death is told
 * to its parent at once, and the settings are then certainly ours), and a pid file whose number now belongs to a
 * stranger is removed, because it would keep Postgres from starting. A file whose number nobody has Postgres replaces itself.
 */
export async function clearLeftover(cluster: string, log: SupervisorLog): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
  if (!(pid > 0)) return;
  const birth = await processBirth(pid);
  const command = await commandLine(pid);
  if (birth !== undefined && command?.includes(`cluster_name=${await clusterName(cluster)}`)) {
    log.warn({ pid }, 'Stopping the Postgres that an earlier run left behind');
    await stopServer((signal) => send(pid, signal), untilGone(pid, birth));
  } else if (send(pid, 0)) {
    // A stranger, or a dead one whom nobody has buried.
    log.warn({ pid }, 'Removing a stale postmaster.pid whose number is in use');
    await rm(file, { force: true });
  }
}

/** Fast shutdown; after `grace` ms an immediate one, which loses nothing but makes the next start replay the log. */
export async function stopServer(
  kill: (signal: NodeJS.Signals) => void,
  gone: Promise<unknown>,
  grace = 8_000,
): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    kill(signal);
    if (await settlesWithin(gone, grace)) return;
  }
  throw new Error('Postgres does not end.');
}

/**
 * Makes the socket's name free. What is there is stale, unless it answers: then a server runs where we cannot see it,
 * such as in another container that shares the folder, and neither its pid file nor its shared memory would keep
 * Postgres from opening the data twice. The socket's own pid file must go for the same reason as the cluster's.
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

/** Only a parent is told of a process' end; of others one can but ask. */
async function untilGone(pid: number, birth: string): Promise<void> {
  while ((await processBirth(pid)) === birth) await pause(20);
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

/** Whether there was somebody to send it to. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}
