import type { Goal } from './goals.js';
import type { BenchPostgres } from './postgres.js';
import type { CellSpec } from './rounds.js';

/** One of W1 to W6: brings up its contestants, measures its cells, and leaves nothing running. */
export interface Workload {
  /** As `--only` names it: `w1`. */
  readonly name: string;
  readonly title: string;
  /** What its cells are to reach. */
  readonly goals: readonly Goal[];
  run(bench: Bench): Promise<void>;
}

/** What a workload is given to work with. */
export interface Bench {
  /** How many alternating rounds a cell has, and for how many seconds each contestant works in a round. */
  readonly rounds: number;
  readonly seconds: number;
  /** For data of the run; removed after it. */
  readonly folder: string;
  /** The one Postgres that all contestants share, each with a database of its own. */
  readonly postgres: BenchPostgres;
  /** Measures one cell in alternating rounds and records it; skips it when `--match` leaves it out. */
  measureCell(cell: Omit<CellSpec, 'workload'>): Promise<void>;
  /** Whether `--match` leaves anything of these cells to do, so that their contestants need to be started. */
  wants(...cells: readonly string[]): boolean;
  /** Puts a program's version beside the figures. */
  uses(program: string, version: string): void;
  /** Puts a sentence into the results: why a contestant is left out, what a figure means. */
  note(text: string): void;
  /** Has it stopped when the workload ends, however it ends; last come, first stopped. */
  keep<T extends { stop(): Promise<void> }>(started: T): T;
}
