import { readdir, readFile } from 'node:fs/promises';

/** What the kernel counts CPU time in, per second: 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** One process, from /proc/<pid>/stat (proc(5)). */
export interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  /** User and system time, its own and that of the children it has reaped. */
  readonly cpuSeconds: number;
}

/** The machine, from the first line of /proc/stat: all cores together. */
export interface MachineStat {
  readonly busySeconds: number;
  readonly allSeconds: number;
}

/** Reads the text of a /proc/<pid>/stat. */
export function parseProcessStat(text: string): ProcessStat {
  // "pid (name) state ppid …", where the name may hold anything, parentheses too.
  const nameEnds = text.lastIndexOf(')');
  const fields = text.slice(nameEnds + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  const ticks = field(14) + field(15) + field(16) + field(17);
  return { pid: Number.parseInt(text, 10), parent: field(4), cpuSeconds: ticks / TICKS_PER_SECOND };
}

/** Reads the text of /proc/stat. Time stolen by the host counts as busy: it was not ours. */
export function parseMachineStat(text: string): MachineStat {
  const [, ...fields] = (text.split('\n')[0] ?? '').trim().split(/\s+/);
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] =
    fields.map(Number);
  const busy = user + nice + system + irq + softirq + steal;
  return { busySeconds: busy / TICKS_PER_SECOND, allSeconds: (busy + idle + iowait) / TICKS_PER_SECOND };
}

/** All processes there are. */
export async function readProcesses(): Promise<ProcessStat[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
  // Empty: it ended while we looked, and its parent has its time.
  return texts.filter((text) => text !== '').map(parseProcessStat);
}

export async function readMachine(): Promise<MachineStat> {
  return parseMachineStat(await readFile('/proc/stat', 'utf8'));
}

/** The CPU seconds of a process and of everything below it. */
export function treeCpuSeconds(processes: readonly ProcessStat[], root: number): number {
  return treeOf(processes, root).reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
}

/** A process and everything below it; nothing when it is gone. */
export function treeOf(processes: readonly ProcessStat[], root: number): ProcessStat[] {
  const found = processes.filter(({ pid }) => pid === root);
  const children = processes.filter(({ parent }) => parent === root);
  return [...found, ...children.flatMap(({ pid }) => treeOf(processes, pid))];
}
