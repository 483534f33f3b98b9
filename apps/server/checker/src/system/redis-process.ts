import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { waitUntil } from '../support/wait-until.js';
import { findFreePort } from './listen.js';

const ANSWERS_WITHIN_MS = 120_000;

/** A redis-server that keeps nothing on disk. */
export class RedisProcess {
  readonly port: number;
  readonly #child: ChildProcess;

  private constructor(port: number, child: ChildProcess) {
    this.port = port;
    this.#child = child;
  }

  /** Throws if there is no `redis-server` on the PATH. */
  static async start(): Promise<RedisProcess> {
    const port = await findFreePort();
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const child = spawn('redis-server', settings, { stdio: 'ignore' });
    // Rejects if the program is not there.
    await once(child, 'spawn');
    process.once('exit', () => child.kill());
    if (!(await waitUntil(() => accepts(port), ANSWERS_WITHIN_MS))) {
      child.kill();
      throw new Error('redis-server did not start');
    }
    return new RedisProcess(port, child);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill();
    await exited;
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
