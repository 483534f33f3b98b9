import { type ProcessStat, readMachine, readProcesses, treeCpuSeconds } from './proc-stat.js';

/** Process trees by what they are: `{ service: 123, postgres: 456 }`. */
export type Roots = Readonly<Record<string, number>>;

/** What a piece of work cost. */
export interface Metered<T> {
  readonly result: T;
  /** CPU seconds by tree. */
  readonly cpuSeconds: Readonly<Record<string, number>>;
  /** Share of the machine's CPU time, 0 to 1, that went to processes which are neither in a tree nor ours. */
  readonly noise: number;
}

/** Does the work and says what CPU time it cost each of the trees. They must not overlap, nor be this process'. */
export async function meter<T>(roots: Roots, work: () => Promise<T>): Promise<Metered<T>> {
  const before = await look(roots);
  const result = await work();
  const after = await look(roots);
  const cpuSeconds = Object.fromEntries(
    Object.keys(roots).map((name) => [name, (after.trees[name] ?? 0) - (before.trees[name] ?? 0)]),
  );
  const ours = after.own - before.own + Object.values(cpuSeconds).reduce((sum, seconds) => sum + seconds, 0);
  const busy = after.machine.busySeconds - before.machine.busySeconds;
  const all = after.machine.allSeconds - before.machine.allSeconds;
  return { result, cpuSeconds, noise: all > 0 ? Math.min(1, Math.max(0, busy - ours) / all) : 0 };
}

async function look(roots: Roots) {
  const [processes, machine] = await Promise.all([readProcesses(), readMachine()]);
  const trees = Object.fromEntries(
    Object.entries(roots).map(([name, pid]) => [name, treeCpuSeconds(processes, pid)]),
  );
  return { machine, trees, own: own(processes) };
}

/** This process alone: what is below it is in the trees. */
function own(processes: readonly ProcessStat[]): number {
  return processes.find(({ pid }) => pid === process.pid)?.cpuSeconds ?? 0;
}
