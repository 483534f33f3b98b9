import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../until.js';

/** The embedded Postgres of a data folder, as the operating system sees it. */
export class PostgresProcess {
  readonly #pidFile: string;

  constructor(dataDir: string) {
    this.#pidFile = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  }

  /** Kills the postmaster alone; its children notice by themselves. Returns whether there was one. */
  async killPostmaster(): Promise<boolean> {
    const pid = await this.#postmaster();
    return pid !== null && send(pid, 'SIGKILL');
  }

  /**
   * Kills everything at one instant, so that nothing which only shared memory holds is written. All stand still first:
   * else those that die last would still write.
   */
  async crash(): Promise<boolean> {
    const pids = await this.freeze();
    for (const pid of pids) send(pid, 'SIGKILL');
    return pids.length > 0;
  }

  /** Stops all its processes where they are, and returns them. */
  async freeze(): Promise<readonly number[]> {
    const postmaster = await this.#postmaster();
    if (postmaster === null || !send(postmaster, 'SIGSTOP')) return [];
    // The postmaster first: it makes no more of them now.
    const children = await childrenOf(postmaster);
    for (const pid of children) send(pid, 'SIGSTOP');
    return [postmaster, ...children];
  }

  /** Lets go on what `freeze` has stopped. */
  thaw(pids: readonly number[]): void {
    for (const pid of pids.toReversed()) send(pid, 'SIGCONT');
  }

  /** Waits until it is gone. */
  async gone(withinMs: number): Promise<boolean> {
    return until(async () => {
      const pid = await this.#postmaster();
      return pid === null || !send(pid, 0);
    }, withinMs);
  }

  async #postmaster(): Promise<number | null> {
    const text = await readFile(this.#pidFile, 'utf8').catch(() => '');
    const pid = Number.parseInt(text, 10);
    if (!(pid > 1)) return null;
    // The file outlives a killed postmaster, whose number may be somebody else's by now.
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return command.includes('postgres') && command.includes('cluster_name=palaver-') ? pid : null;
  }
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 1);
  const parents = await Promise.all(pids.map(parentOf));
  return pids.filter((_pid, index) => parents[index] === parent);
}

async function parentOf(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // "pid (name) state ppid …", where the name may hold anything.
  const ppid = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  return ppid === undefined ? null : Number(ppid);
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
