import { cpus, release, totalmem } from 'node:os';

/** The machine that the figures were measured on. */
export interface Environment {
  /** The day in UTC, `2026-01-31`. */
  readonly date: string;
  readonly kernel: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  /** By program. */
  readonly versions: Readonly<Record<string, string>>;
}

/** Describes this machine. The version of Node is added to `versions`. */
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
