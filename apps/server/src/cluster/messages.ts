import type { MetricReport, ServiceReport } from '../monitoring/report.js';

/** What a worker needs to begin. It goes over the channel to the worker alone, since the URL and the code are secrets. */
export interface Beginning {
  /** From 1 on. A worker that replaces a dead one has its number. */
  readonly worker: number;
  readonly databaseUrl: string;
  /** The code of all workers; null where there is an admin. */
  readonly setupCode: { readonly text: string; readonly expiresAt: number } | null;
  /** The path of the operator's socket; null where there can be none. */
  readonly operatorSocket: string | null;
}

/** What the primary sends to a worker. */
export type ToWorker =
  | { readonly type: 'begin'; readonly beginning: Beginning }
  | { readonly type: 'stop' }
  | { readonly type: 'setup-code-used' }
  /** Answered with `metrics`. */
  | { readonly type: 'measure'; readonly id: number }
  /** The answer to `collect`. */
  | { readonly type: 'report'; readonly id: number; readonly report: ServiceReport };

/** What a worker sends to the primary. */
export type ToPrimary =
  /** It listens to messages; answered with `begin`. */
  | { readonly type: 'hello' }
  | { readonly type: 'ready'; readonly url: string }
  /** It cannot start; the sentence is for the operator. */
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'setup-code-used' }
  /** Asks for the metrics of all workers. */
  | { readonly type: 'collect'; readonly id: number }
  | { readonly type: 'metrics'; readonly id: number; readonly metrics: readonly MetricReport[] };
