import type { Log } from '../services/logger.js';

/** Does one piece of work, in a short transaction of its own. Returns whether there was any. */
export type WorkSource = () => Promise<boolean>;

/** How often the sources are asked without being woken: work that a process which died has left, and work that failed. */
const EVERY_MS = 5_000;

/**
 * Does work that goes on after the request that has caused it. The work itself is rows in the database, so that it
 * outlives the process; this takes one piece of each source in turn, until none has any.
 */
export class BackgroundWork {
  readonly #sources: readonly WorkSource[];
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | null = null;
  #woken = false;
  #stopped = false;

  /** Begins with what is left from before. */
  constructor(sources: readonly WorkSource[], log: Log, everyMs = EVERY_MS) {
    this.#sources = sources;
    this.#log = log;
    this.#timer = setInterval(() => this.wake(), everyMs).unref();
    this.wake();
  }

  /** Call it after the commit of what is to be done. */
  wake(): void {
    this.#woken = true;
    if (this.#stopped) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      if (this.#woken) this.wake();
    });
  }

  /** Resolves once no source has work, or what is left has failed and waits to be tried again. */
  async idle(): Promise<void> {
    this.wake();
    while (this.#running) await this.#running;
  }

  /** Begins nothing more, and waits for the piece that is being done. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#woken && !this.#stopped) {
      this.#woken = false;
      for (let rest = this.#sources; rest.length > 0; ) rest = await this.#round(rest);
    }
  }

  /** Returns the sources that may have more work. */
  async #round(sources: readonly WorkSource[]): Promise<WorkSource[]> {
    const rest: WorkSource[] = [];
    for (const source of sources) {
      if (!this.#stopped && (await this.#hasDone(source))) rest.push(source);
    }
    return rest;
  }

  async #hasDone(source: WorkSource): Promise<boolean> {
    try {
      return await source();
    } catch (err) {
      if (!this.#stopped) this.#log.warn({ err }, 'Background work failed and will be tried again');
      return false;
    }
  }
}

/**
 * A source over rows with a key: it takes the row after the one it took last, and begins again after the end, so that a
 * row whose work never ends, or always fails, keeps no other waiting. `work` returns false for a row that another node is
 * working on, and the source then has nothing to do until it is asked again.
 */
export function rowByRow<Row>(
  next: (after: Row | null) => Promise<Row | null>,
  work: (row: Row) => Promise<boolean>,
): WorkSource {
  let last: Row | null = null;
  return async () => {
    const row: Row | null = (await next(last)) ?? (last && (await next(null)));
    last = row;
    return row !== null && (await work(row));
  };
}
