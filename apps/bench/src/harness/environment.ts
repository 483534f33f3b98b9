import { cpus, release, totalmem } from 'node:os';

/** Where the figures come from. */
export interface Environment {
  readonly date: string;
  readonly node: string;
  readonly postgres: string;
  readonly kernel: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
}

export function describeEnvironment(postgres: string): Environment {
  const cores = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    postgres,
    kernel: release(),
    cpu: cores[0]?.model.trim() ?? 'unknown',
    cores: cores.length,
    memoryGb: Math.round(totalmem() / 1024 ** 3),
  };
}
