import type { BenchPostgres } from '../postgres/bench-postgres.js';
import type { CellSpec } from './cell.js';
import type { Goal } from './goals.js';

/** A workload, W1 to W16: it starts its targets and measures its cells. */
export interface Workload {
  /** The name for `--only`, such as `w1`. */
  readonly name: string;
  readonly title: string;
  readonly goals: readonly Goal[];
  /** Whether it takes so long that it is run only where `--only` names it. */
  readonly isByNameOnly?: true;
  run(bench: Bench): Promise<void>;
}

/** What the harness offers to a workload. */
export interface Bench {
  /** How many alternating rounds a cell has. */
  readonly rounds: number;
  /** How many seconds the load lasts for each target in a round. */
  readonly seconds: number;
  /** A folder for data of the run; removed after it. */
  readonly folder: string;
  /** A folder for databases that take long to fill; what is there is found again by the next run. */
  readonly largeFolder: string;
  /** The Postgres that all targets share; each has a database of its own. */
  readonly postgres: BenchPostgres;
  /** Measures one cell and records it; skips it when `--match` leaves it out. */
  measureCell(cell: CellSpec): Promise<void>;
  /** Whether `--match` selects any of these cells, so that their targets must be started. */
  isSelected(...cells: readonly string[]): boolean;
  /** Records the version of a program with the figures. */
  recordVersion(program: string, version: string): void;
  /** Adds a sentence to the results: why a target is left out, what a figure means. */
  addNote(text: string): void;
  /** Stops `started` when the workload ends, however it ends. What was started last is stopped first. */
  stopAtEnd<T extends { stop(): Promise<void> }>(started: T): T;
}
