/** How a measured quantity is shown. */
export interface Metric {
  readonly label: string;
  readonly unit: string;
  readonly better: 'higher' | 'lower';
}

/** Everything a sample may hold; a workload with another quantity adds it here. */
export const metrics = {
  rate: { label: 'operations', unit: '/s', better: 'higher' },
  p50Ms: { label: 'p50', unit: 'ms', better: 'lower' },
  p99Ms: { label: 'p99', unit: 'ms', better: 'lower' },
  /** CPU seconds of the contestant's process tree for 1,000 operations. */
  serviceCpu: { label: 'CPU of the service', unit: 's/1,000', better: 'lower' },
  /** The same of Postgres, all of its processes. */
  postgresCpu: { label: 'CPU of Postgres', unit: 's/1,000', better: 'lower' },
  /** The same of the load generator, which shares the machine. */
  generatorCpu: { label: 'CPU of the generator', unit: 's/1,000', better: 'lower' },
  /** What the service and Postgres took together. */
  cpu: { label: 'CPU of both', unit: 's/1,000', better: 'lower' },
  /** From the start of the process to its first answer. */
  readyMs: { label: 'ready', unit: 'ms', better: 'lower' },
  /** Memory of the process tree (RSS): just started, and after a load. */
  idleMb: { label: 'idle', unit: 'MB', better: 'lower' },
  loadedMb: { label: 'after load', unit: 'MB', better: 'lower' },
  /** What 1,000 idle sockets add. */
  socketsMb: { label: '1,000 sockets', unit: 'MB', better: 'lower' },
  /** Until the last of a crowd that came back had everything it had missed. */
  caughtUpMs: { label: 'all caught up', unit: 'ms', better: 'lower' },
  /** What others sent meanwhile, and of that what they had sent before, 0 to 1. */
  sendRate: { label: 'sends meanwhile', unit: '/s', better: 'higher' },
  sendsKept: { label: 'of before', unit: '', better: 'higher' },
  /** Share of the machine's CPU time, 0 to 1, that went to processes which are not ours. */
  noise: { label: 'CPU of others', unit: '', better: 'lower' },
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof metrics;

/** In the order of the tables. */
export const metricNames = Object.keys(metrics) as readonly MetricName[];
