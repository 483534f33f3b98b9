import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Between two looks whether a service answers. */
const LOOK_EVERY_MS = 5;
const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 15_000;

export interface RunningProcess {
  readonly pid: number;
  /** The exit code or signal, once it has ended. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Asks it to end, insists after 15 seconds, and waits until it has. */
  stop(): Promise<void>;
}

/**
 * Starts a program whose standard output goes nowhere, as a log does that somebody else collects, and whose errors
 * are ours. It does not outlive this process. Of the environment it gets only where programs are.
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
  return watch(child);
}

/** Resolves when `url` answers 200. Rejects when the process ends before, or after a minute. */
export async function untilAnswers(started: RunningProcess, url: string): Promise<void> {
  let ending: number | NodeJS.Signals | undefined;
  void started.ended.then((reason) => {
    ending = reason;
  });
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    if (ending !== undefined) throw new Error(`It ended with ${ending} instead of answering at ${url}.`);
    if (await answers(url)) return;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error(`Nothing answered at ${url} within ${READY_WITHIN_MS / 1_000} s.`);
}

/** A TCP port that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port.');
  return address.port;
}

function watch(child: ChildProcess): RunningProcess {
  const { pid } = child;
  if (pid === undefined) throw new Error(`Cannot start ${child.spawnfile}.`);
  const goneWithUs = () => child.kill('SIGKILL');
  process.once('exit', goneWithUs);
  const ended = once(child, 'exit').then(([code, signal]) => {
    process.off('exit', goneWithUs);
    return code ?? signal;
  });
  return {
    pid,
    ended,
    async stop() {
      child.kill('SIGTERM');
      const insist = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      await ended;
      clearTimeout(insist);
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
