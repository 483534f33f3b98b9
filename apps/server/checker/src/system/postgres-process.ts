import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '../support/wait-until.js';
import { childrenOf, sendSignal } from './processes.js';

/** The processes of the embedded Postgres that runs on a data folder. */
export class PostgresProcess {
  readonly #pidFile: string;

  constructor(dataDir: string) {
    this.#pidFile = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  }

  /** Kills the postmaster alone. Its children exit when they notice. */
  async killPostmaster(): Promise<void> {
    const pid = await this.#postmaster();
    if (pid !== null) sendSignal(pid, 'SIGKILL');
  }

  /**
   * Kills all processes as if at one instant, so that what exists only in shared memory is lost. They are paused first,
   * because the last ones to die could still write it.
   */
  async killAll(): Promise<void> {
    for (const pid of await this.pause()) sendSignal(pid, 'SIGKILL');
  }

  /** Stops all processes with SIGSTOP and returns their ids. */
  async pause(): Promise<readonly number[]> {
    const postmaster = await this.#postmaster();
    if (postmaster === null || !sendSignal(postmaster, 'SIGSTOP')) return [];
    // The postmaster first, so that it starts no more children.
    const children = await childrenOf(postmaster);
    for (const pid of children) sendSignal(pid, 'SIGSTOP');
    return [postmaster, ...children];
  }

  /** Continues the processes that `pause` has stopped. */
  resume(pids: readonly number[]): void {
    for (const pid of pids.toReversed()) sendSignal(pid, 'SIGCONT');
  }

  /** Waits for the postmaster to exit. Returns false if it still runs after `withinMs`. */
  waitForExit(withinMs: number): Promise<boolean> {
    return waitUntil(async () => {
      const pid = await this.#postmaster();
      return pid === null || !sendSignal(pid, 0);
    }, withinMs);
  }

  async #postmaster(): Promise<number | null> {
    const text = await readFile(this.#pidFile, 'utf8').catch(() => '');
    const pid = Number.parseInt(text, 10);
    if (!(pid > 1)) return null;
    // The file outlives a killed postmaster, and another process may have the same id by now.
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return command.includes('postgres') && command.includes('cluster_name=palaver-') ? pid : null;
  }
}
