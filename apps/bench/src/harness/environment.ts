import { cpus, release, totalmem } from 'node:os';

/** Where the figures come from. */
export interface Environment {
  /** Of the day, in UTC. */
  readonly date: string;
  readonly kernel: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  /** Of the programs that took part. */
  readonly versions: Readonly<Record<string, string>>;
}

/** Describes this machine; `versions` are added to Node's own. */
export function describeEnvironment(versions: Readonly<Record<string, string>>): Environment {
  const cores = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    kernel: release(),
    cpu: cores[0]?.model.trim() ?? 'unknown',
    cores: cores.length,
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    versions: { Node: process.version, ...versions },
  };
}
