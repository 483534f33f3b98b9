import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { waitUntil } from '../support/wait-until.js';

const MAIN = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));
const HEALTHY_WITHIN_MS = 120_000;

export interface ServiceOptions {
  /** For incidents. */
  readonly name: string;
  readonly port: number;
  readonly dataDir: string;
  readonly logFile: string;
  /** Variables of the service's environment in addition to those that every node has. */
  readonly settings: Readonly<Record<string, string>>;
  /** Called when the process exits without being stopped, or does not become healthy. */
  readonly onIncident: (detail: string) => void;
}

/** The built service, as `npm start` runs it, in a process that can be killed and started again. */
export class ServiceProcess {
  readonly #options: ServiceOptions;
  readonly #log: number;
  #child: ChildProcess | null = null;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.#log = openSync(options.logFile, 'a');
  }

  /** Starts the process. Resolves when it is healthy, when it has exited, or after the time limit. */
  async start(): Promise<void> {
    const { name, onIncident } = this.#options;
    const stdio = ['ignore' as const, this.#log, this.#log];
    const child = spawn(process.execPath, [MAIN], { env: this.#environment(), stdio });
    this.#child = child;
    const stopWithChecker = () => child.kill('SIGTERM');
    process.once('exit', stopWithChecker);
    child.once('exit', (code, signal) => {
      process.off('exit', stopWithChecker);
      if (this.#child !== child) return;
      onIncident(`${name} exited unexpectedly: ${code ?? signal}`);
      void this.start();
    });
    // An exit is an incident of its own.
    const ready = async () => hasExited(child) || (await this.#isHealthy());
    if (!(await waitUntil(ready, HEALTHY_WITHIN_MS))) onIncident(`${name} did not become healthy`);
  }

  /** Stops the process with a signal. Resolves when it has exited. */
  async stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || hasExited(child)) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  /** Stops the process where it is, until `unfreeze`. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  unfreeze(): void {
    this.#child?.kill('SIGCONT');
  }

  /** Nothing is inherited but the paths of programs: the service must not find the caller's database. */
  #environment(): NodeJS.ProcessEnv {
    const { port, dataDir, settings } = this.#options;
    return {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      // Several nodes share a database.
      SECRET_KEY: 'the secret key of the nodes of the checker',
      TRUSTED_PROXIES: '127.0.0.0/8',
      DISK_FREE_GB: '0.1',
      LOG_LEVEL: 'warn',
      ...settings,
    };
  }

  async #isHealthy(): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(2_000);
      const { ok } = await fetch(`http://127.0.0.1:${this.#options.port}/health`, { signal });
      return ok;
    } catch {
      return false;
    }
  }
}

function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
