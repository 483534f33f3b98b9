import { readdir, readFile } from 'node:fs/promises';

/** The unit in which the kernel reports CPU time (USER_HZ): 100 a second on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** One process, from /proc/<pid>/stat (proc(5)). */
export interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  /** User and system time, of the process and of the children it has waited for. */
  readonly cpuSeconds: number;
}

/** The CPU time of all cores together, from the first line of /proc/stat. */
export interface MachineStat {
  readonly busySeconds: number;
  readonly allSeconds: number;
}

/** Parses the text of /proc/<pid>/stat. */
export function parseProcessStat(text: string): ProcessStat {
  // "pid (name) state ppid …", where the name may contain spaces and parentheses.
  const nameEnd = text.lastIndexOf(')');
  const fields = text.slice(nameEnd + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  const ticks = field(14) + field(15) + field(16) + field(17);
  return { pid: Number.parseInt(text, 10), parent: field(4), cpuSeconds: ticks / TICKS_PER_SECOND };
}

/** Parses the text of /proc/stat. Time stolen by the host counts as busy: nothing here could use it. */
export function parseMachineStat(text: string): MachineStat {
  const [, ...fields] = (text.split('\n')[0] ?? '').trim().split(/\s+/);
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] =
    fields.map(Number);
  const busy = user + nice + system + irq + softirq + steal;
  return { busySeconds: busy / TICKS_PER_SECOND, allSeconds: (busy + idle + iowait) / TICKS_PER_SECOND };
}

/** All processes of this machine. */
export async function readProcesses(): Promise<ProcessStat[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
  // An empty text is of a process that has just ended; its parent has its CPU time now.
  return texts.filter((text) => text !== '').map(parseProcessStat);
}

/** The CPU time of this machine since it started. */
export async function readMachine(): Promise<MachineStat> {
  return parseMachineStat(await readFile('/proc/stat', 'utf8'));
}

/** The CPU seconds of a process and its descendants. */
export function treeCpuSeconds(processes: readonly ProcessStat[], root: number): number {
  return treeOf(processes, root).reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
}

/** A process and its descendants; empty when the process has ended. */
export function treeOf(processes: readonly ProcessStat[], root: number): ProcessStat[] {
  const own = processes.filter(({ pid }) => pid === root);
  const children = processes.filter(({ parent }) => parent === root);
  return [...own, ...children.flatMap(({ pid }) => treeOf(processes, pid))];
}
