import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { until } from '../until.js';

const MAIN = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));
const START_WITHIN_MS = 120_000;

export interface ServiceOptions {
  readonly port: number;
  readonly dataDir: string;
  readonly logFile: string;
  /** Told of what no fault explains. */
  readonly onIncident: (detail: string) => void;
}

/** The real service, as `npm start` runs it, in a process that can be killed and started again. */
export class ServiceProcess {
  readonly #options: ServiceOptions;
  readonly #log: number;
  #child: ChildProcess | null = null;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.#log = openSync(options.logFile, 'a');
  }

  /** Starts it and resolves when it answers. */
  async start(): Promise<void> {
    const { port, dataDir, onIncident } = this.#options;
    // Nothing of the environment but where programs are: a database of the caller's must not be used.
    const env = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      TRUSTED_PROXIES: '127.0.0.0/8',
      LOG_LEVEL: 'warn',
    };
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', this.#log, this.#log] });
    this.#child = child;
    const goneWithUs = () => child.kill('SIGTERM');
    process.once('exit', goneWithUs);
    child.once('exit', (code, signal) => {
      process.off('exit', goneWithUs);
      if (this.#child !== child) return;
      onIncident(`the service ended by itself: ${code ?? signal}`);
      void this.start();
    });
    const answers = await until(() => this.#answers(child), START_WITHIN_MS);
    if (!answers) onIncident('the service did not come up');
  }

  /** Ends it with a signal and resolves when it is gone. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }

  async #answers(child: ChildProcess): Promise<boolean> {
    // What has ended will not answer; that it has is an incident of its own.
    if (child.exitCode !== null || child.signalCode !== null) return true;
    try {
      const signal = AbortSignal.timeout(2_000);
      const { ok } = await fetch(`http://127.0.0.1:${this.#options.port}/health`, { signal });
      return ok;
    } catch {
      return false;
    }
  }
}
