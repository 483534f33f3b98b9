import { type ProcessStat, readMachine, readProcesses, treeCpuSeconds } from './proc-stat.js';

/** The process ids of the roots of process trees, by name: `{ service: 123, postgres: 456 }`. */
export type ProcessRoots = Readonly<Record<string, number>>;

/** The CPU time that a piece of work cost. */
export interface Metered<T> {
  readonly result: T;
  /** CPU seconds of each process tree, by name. */
  readonly cpuSeconds: Readonly<Record<string, number>>;
  /** Share of the machine's CPU time, 0 to 1, used by processes which are neither in a tree nor this process. */
  readonly noise: number;
}

/** Does the work and measures the CPU time of each tree. Trees must not overlap or contain this process. */
export async function meter<T>(roots: ProcessRoots, work: () => Promise<T>): Promise<Metered<T>> {
  const before = await readCpuSeconds(roots);
  const result = await work();
  const after = await readCpuSeconds(roots);
  const cpuSeconds = Object.fromEntries(
    Object.keys(roots).map((name) => [name, (after.trees[name] ?? 0) - (before.trees[name] ?? 0)]),
  );
  const known = after.own - before.own + Object.values(cpuSeconds).reduce((sum, seconds) => sum + seconds, 0);
  const busy = after.machine.busySeconds - before.machine.busySeconds;
  const total = after.machine.allSeconds - before.machine.allSeconds;
  return { result, cpuSeconds, noise: total > 0 ? Math.min(1, Math.max(0, busy - known) / total) : 0 };
}

async function readCpuSeconds(roots: ProcessRoots) {
  const [processes, machine] = await Promise.all([readProcesses(), readMachine()]);
  const trees = Object.fromEntries(
    Object.entries(roots).map(([name, pid]) => [name, treeCpuSeconds(processes, pid)]),
  );
  return { machine, trees, own: ownCpuSeconds(processes) };
}

/** Of this process without its descendants, which are in the trees. */
function ownCpuSeconds(processes: readonly ProcessStat[]): number {
  return processes.find(({ pid }) => pid === process.pid)?.cpuSeconds ?? 0;
}
