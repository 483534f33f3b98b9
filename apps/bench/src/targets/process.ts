import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const KILL_AFTER_MS = 15_000;

export interface RunningProcess {
  readonly pid: number;
  /** Resolves with the exit code or signal when the process has ended. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Sends SIGTERM, and SIGKILL after 15 seconds; resolves when the process has ended. */
  stop(): Promise<void>;
}

/**
 * Starts a program. Its standard output is discarded, as in production where another program collects the log; its
 * standard error is inherited. It is killed when this process exits. Its environment is `env` with PATH and HOME.
 */
export function startProcess(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): RunningProcess {
  const inherited = { PATH: process.env.PATH, HOME: process.env.HOME };
  const child = spawn(command, args, {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return controlOf(child);
}

function controlOf(child: ChildProcess): RunningProcess {
  const { pid } = child;
  if (pid === undefined) throw new Error(`Cannot start ${child.spawnfile}.`);
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const ended = once(child, 'exit').then(([code, signal]) => {
    process.off('exit', killAtExit);
    return code ?? signal;
  });
  return {
    pid,
    ended,
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}
