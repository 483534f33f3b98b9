import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { clusterArgument, type Launcher, launch } from './launcher.js';
import { relayServerLine, type SupervisorLog } from './log.js';
import { type ServerSettings, settingArguments } from './settings.js';

/** A running Postgres server, a child of this process. */
export interface Postmaster {
  pid: number;
  /** Resolves with the reason, as text, when the server and all its children have ended. */
  ended: Promise<string>;
  kill(signal: NodeJS.Signals): void;
}

/** The server ended before it was ready. */
export class StartError extends Error {
  override name = 'StartError';
  /** Whether the cause goes away by itself, for example when children of a killed server still run. */
  readonly transient: boolean;

  constructor(reason: string, lines: string[]) {
    super(`Postgres did not start (${reason}): ${lines.join(' / ')}`);
    this.transient = lines.some((line) =>
      /is still in use|lock file .* already exists|Is another postmaster/.test(line),
    );
  }
}

/**
 * Starts the server and resolves when it accepts connections, however long its recovery takes; throws
 * {@link StartError} if it ends before. It is detached, in its own session, so that Ctrl-C in the terminal reaches only
 * this process, which stops Postgres last. Aborting `signal` stops it.
 */
export async function startPostmaster(
  launcher: Launcher,
  cluster: string,
  settings: ServerSettings,
  log: SupervisorLog,
  signal: AbortSignal,
): Promise<Postmaster> {
  signal.throwIfAborted();
  const args = ['-D', clusterArgument(launcher, cluster), ...settingArguments(settings)];
  const child = launch(launcher, 'postgres', args, {
    cwd: cluster,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const stop = () => void child.kill('SIGINT');
  // When this process ends without a stop, for example by an uncaught exception, the server is stopped too.
  process.once('exit', stop);
  signal.addEventListener('abort', stop);
  const ended = whenEnded(child).finally(() => {
    process.off('exit', stop);
    signal.removeEventListener('abort', stop);
  });
  await whenReady(child, ended, log);
  return { pid: child.pid ?? 0, ended, kill: (name) => void child.kill(name) };
}

function whenEnded(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    // Not 'exit': the last lines may not have arrived. Its children have the pipe too, so it closes when all have ended.
    child.once('close', (code, signal) => resolve(signal ? `signal ${signal}` : `code ${code}`));
  });
}

async function whenReady(child: ChildProcess, ended: Promise<string>, log: SupervisorLog): Promise<void> {
  const lines: string[] = [];
  const ready = new Promise<void>((resolve) => {
    if (child.stderr === null) return;
    let started = false;
    createInterface({ input: child.stderr }).on('line', (line) => {
      relayServerLine(log, line);
      if (started) return;
      lines.push(line);
      started = line.includes('database system is ready to accept connections');
      if (started) resolve();
    });
  });
  const failed = ended.then((reason) => {
    throw new StartError(reason, lines.slice(-5));
  });
  await Promise.race([ready, failed]);
}
