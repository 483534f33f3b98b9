import { readdir, readFile } from 'node:fs/promises';

/** The ids of the child processes, as /proc lists them. */
export async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 1);
  const parents = await Promise.all(pids.map(parentOf));
  return pids.filter((_pid, index) => parents[index] === parent);
}

async function parentOf(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // "pid (name) state ppid …"; the name may contain any character.
  const ppid = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  return ppid === undefined ? null : Number(ppid);
}

/** Sends a signal; 0 only checks. Returns false if there is no such process. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
