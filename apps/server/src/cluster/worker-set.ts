import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import type { Beginning, ToPrimary, ToWorker } from './messages.js';

/** A worker that has lived for so long after its start is no longer counted as failing. */
const SETTLED_MS = 60_000;
const RESTART_MS_MIN = 100;
const RESTART_MS_MAX = 10_000;
/** After this many workers in a row that have died before they served, another one would too. */
const FAILED_STARTS_MAX = 5;

export interface WorkerSetOptions {
  readonly count: number;
  readonly log: Logger;
  /** What the worker of this number begins with, read for each start. */
  readonly beginning: (worker: number) => Beginning;
  readonly onMessage: (worker: number, message: ToPrimary) => void;
  /** Called once when the service cannot go on. */
  readonly onFailure: (error: Error) => void;
}

/** The worker of one number: a process, and after its death the next one. */
interface Slot {
  process: Worker | null;
  isReady: boolean;
  /** Deaths in a row, for the pause before the next start. */
  deaths: number;
  restart: NodeJS.Timeout | undefined;
}

interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** The workers of a service. One that dies is started again. */
export class WorkerSet {
  readonly #options: WorkerSetOptions;
  readonly #slots = new Map<number, Slot>();
  #failedStarts = 0;
  #reason = 'A worker ended before it served requests.';
  #stopping = false;
  /** Null once all workers have served at the same time. */
  #starting: { readonly resolve: (url: string) => void; readonly reject: (error: Error) => void } | null =
    null;
  #onEnded: () => void = () => {};

  constructor(options: WorkerSetOptions) {
    this.#options = options;
    for (let worker = 1; worker <= options.count; worker++) {
      this.#slots.set(worker, { process: null, isReady: false, deaths: 0, restart: undefined });
    }
  }

  /** Starts all workers, and resolves with their address when all of them serve. Rejects when one ends before that. */
  start(): Promise<string> {
    return new Promise<string>((resolve, reject) => {
      this.#starting = { resolve, reject };
      for (const worker of this.#slots.keys()) this.#fork(worker);
    });
  }

  /** The numbers of the workers that serve. */
  get ready(): number[] {
    return [...this.#slots].flatMap(([worker, { isReady }]) => (isReady ? worker : []));
  }

  send(worker: number, message: ToWorker): void {
    const target = this.#slots.get(worker)?.process;
    // It may have died just now.
    if (target?.isConnected()) target.send(message, () => {});
  }

  /** Stops all workers at the same time, and kills those that take longer than `withinMs` milliseconds. */
  async stop(withinMs: number): Promise<void> {
    this.#stopping = true;
    const ended = new Promise<void>((resolve) => {
      this.#onEnded = resolve;
    });
    for (const [worker, { restart }] of this.#slots) {
      clearTimeout(restart);
      this.send(worker, { type: 'stop' });
    }
    const late = setTimeout(() => {
      for (const { process } of this.#slots.values()) process?.process.kill('SIGKILL');
    }, withinMs);
    this.#endIfAllHave();
    await ended;
    clearTimeout(late);
  }

  #fork(worker: number): void {
    const slot = this.#slot(worker);
    const child = cluster.fork();
    Object.assign(slot, { process: child, isReady: false });
    let settled: NodeJS.Timeout | undefined;
    child.on('message', (received: ToPrimary) => {
      if (received.type === 'hello') {
        this.send(worker, { type: 'begin', beginning: this.#options.beginning(worker) });
      } else if (received.type === 'failed') this.#reason = received.reason;
      else if (received.type !== 'ready') this.#options.onMessage(worker, received);
      else {
        settled = setTimeout(() => {
          slot.deaths = 0;
        }, SETTLED_MS).unref();
        this.#options.log.info({ worker, pid: child.process.pid }, 'A worker serves');
        this.#noteReady(slot, received.url);
      }
    });
    child.once('exit', (code: number | null, signal: string | null) => {
      clearTimeout(settled);
      this.#onExit(worker, { code, signal });
    });
  }

  #noteReady(slot: Slot, url: string): void {
    slot.isReady = true;
    this.#failedStarts = 0;
    if (this.ready.length < this.#slots.size) return;
    this.#starting?.resolve(url);
    this.#starting = null;
  }

  #onExit(worker: number, exit: Exit): void {
    const slot = this.#slot(worker);
    const hasServed = slot.isReady;
    Object.assign(slot, { process: null, isReady: false });
    if (this.#stopping) this.#endIfAllHave();
    else if (this.#starting !== null) this.#starting.reject(new Error(this.#reason));
    else this.#replace(worker, hasServed, exit);
  }

  #replace(worker: number, hasServed: boolean, exit: Exit): void {
    this.#failedStarts += hasServed ? 0 : 1;
    if (this.#failedStarts === FAILED_STARTS_MAX) this.#options.onFailure(new Error(this.#reason));
    if (this.#failedStarts >= FAILED_STARTS_MAX) return;
    const slot = this.#slot(worker);
    const restartInMs = Math.min(RESTART_MS_MAX, RESTART_MS_MIN * 2 ** slot.deaths++);
    this.#options.log.error({ worker, ...exit, restartInMs }, 'A worker has ended; it is started again');
    slot.restart = setTimeout(() => this.#fork(worker), restartInMs);
  }

  #endIfAllHave(): void {
    if ([...this.#slots.values()].every(({ process }) => process === null)) this.#onEnded();
  }

  #slot(worker: number): Slot {
    const slot = this.#slots.get(worker);
    if (slot === undefined) throw new Error(`there is no worker ${worker}`);
    return slot;
  }
}
