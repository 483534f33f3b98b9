import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type postgres from 'postgres';
import { connect, type DatabaseConnection } from '../connection.js';
import { placeCluster } from '../testing/stopped-cluster.js';
import { temporaryFolder } from '../testing/temporary-folder.js';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './index.js';
import type { SupervisorLog } from './log.js';
import { processStartTime } from './process-identity.js';
import type { SystemUser } from './unprivileged-user.js';

const fromRoot = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

/** A log whose next messages a test can await. */
export interface WatchedLog extends SupervisorLog {
  messages: string[];
  /** Resolves when a message containing `part` is logged from now on. */
  next(part: string): Promise<void>;
}

export function watchedLog(): WatchedLog {
  const messages: string[] = [];
  const lines = new EventEmitter();
  const write = (_fields: Record<string, unknown>, message: string) => {
    messages.push(message);
    lines.emit('line', message);
  };
  const next = (part: string) =>
    new Promise<void>((resolve) => {
      const check = (message: string) => {
        if (!message.includes(part)) return;
        lines.off('line', check);
        resolve();
      };
      lines.on('line', check);
    });
  return { debug: write, info: write, warn: write, error: write, messages, next };
}

/** Runs `work` with a folder of mode 0700, removed afterwards. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await temporaryFolder('palaver-embedded-');
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same, with a cluster in it that has never run. */
export function inClusterFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  return inTemporaryFolder(async (folder) => {
    await placeCluster(folder);
    return await work(folder);
  });
}

/**
 * Starts Postgres as the service does, except that nothing waits for the disk: a killed process loses nothing by that,
 * and these tests do not simulate power failures.
 */
export async function start(
  dataDir: string,
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres> {
  return await startEmbeddedPostgres({ dataDir, log: watchedLog(), settings: { fsync: 'off' }, ...options });
}

/** Runs `work` with a client, closed afterwards. */
export async function withClient<T>(
  connection: DatabaseConnection,
  work: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  const sql = connect(connection, { max: 2 });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Builds this package, because another process runs its output. */
export async function build(): Promise<void> {
  await promisify(execFile)(fromRoot('node_modules/.bin/tsc'), ['-b', fromRoot('packages/db')]);
}

export const fixture = fromRoot('packages/db/dist/embedded/owner.fixture.js');

export interface OwnerProcess {
  node: ChildProcess;
  pid: number;
  connection: DatabaseConnection;
  /** Ends the Node process with `signal` and waits for that. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Starts a Node process that owns the Postgres of `dataDir`; rejects with its stderr if it ends before. */
export async function startOwnerProcess(dataDir: string, identity?: SystemUser): Promise<OwnerProcess> {
  const node = spawn(process.execPath, [fixture, dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...identity,
  });
  const exited = once(node, 'exit');
  let errors = '';
  node.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  const failed = exited.then(() => {
    throw new Error(errors);
  });
  const [line] = await Promise.race([once(createInterface({ input: node.stdout }), 'line'), failed]);
  const started: { pid: number; connection: DatabaseConnection } = JSON.parse(String(line));
  return {
    node,
    ...started,
    async end(signal) {
      node.kill(signal);
      await exited;
    },
  };
}

/** Whether a process runs; a zombie does not. */
export async function isRunning(pid: number): Promise<boolean> {
  return (await processStartTime(pid)) !== undefined;
}
