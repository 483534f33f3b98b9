import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type RunningProcess, startProcess } from './process.js';
import type { Target } from './target.js';

/** How often a starting server is asked whether it is ready. */
const POLL_EVERY_MS = 5;
const READY_WITHIN_MS = 60_000;

export interface TargetProgram {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The port of 127.0.0.1 that it listens on. */
  readonly port: number;
  /** The path that is answered with a success when the server is ready. */
  readonly readyPath: string;
}

/** Starts a server and resolves when it is ready. Rejects when it ends before, or is not ready within a minute. */
export async function startTarget(program: TargetProgram): Promise<Target> {
  const { name, command, args, env, port, readyPath } = program;
  const running = startProcess(command, args, env);
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilReady(running, `${url}${readyPath}`);
  } catch (error) {
    await running.stop();
    throw error;
  }
  return { name, url, pid: running.pid, stop: running.stop };
}

export interface NodeProgram extends Pick<TargetProgram, 'name' | 'readyPath'> {
  /** The URL of the JavaScript file. */
  readonly file: URL;
  /** Added to `NODE_ENV` and `PORT`. */
  readonly env: Readonly<Record<string, string>>;
  /** A free one, unless it is given. */
  readonly port?: number | undefined;
}

/** Starts a server written for Node, in production mode. */
export async function startNodeTarget(program: NodeProgram): Promise<Target> {
  const { name, file, env, readyPath } = program;
  const port = program.port ?? (await freePort());
  return startTarget({
    name,
    command: process.execPath,
    args: [fileURLToPath(file)],
    env: { NODE_ENV: 'production', PORT: String(port), ...env },
    port,
    readyPath,
  });
}

/** A TCP port that no process listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port.');
  return address.port;
}

async function untilReady({ ended }: RunningProcess, url: string): Promise<void> {
  let ending: number | NodeJS.Signals | undefined;
  void ended.then((reason) => {
    ending = reason;
  });
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    if (ending !== undefined)
      throw new Error(`The server for ${url} ended with ${ending} before it was ready.`);
    if (await isReady(url)) return;
    await pause(POLL_EVERY_MS);
  }
  throw new Error(`${url} was not ready within ${READY_WITHIN_MS / 1_000} s.`);
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
