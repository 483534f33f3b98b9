import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../services/logger.js';
import { BackgroundWork, type WorkSource } from './background-work.js';

/** A stop waits so long for the pieces under way, in milliseconds; another node does them again. */
const STOP_WITHIN_MS = 2_000;

interface Options<Piece> {
  /** Takes a piece that is due, beside those that are under way; null without one. */
  readonly take: (underWay: readonly Piece[]) => Promise<Piece | null>;
  readonly work: (piece: Piece) => Promise<void>;
  /** As many pieces are under way at the same time. */
  readonly max: number;
  /** How late a piece may be because nobody looked, in milliseconds. */
  readonly everyMs: number;
  /** What else is done each time. */
  readonly also?: readonly WorkSource[];
  /** What is logged of a piece that has failed. */
  readonly failed: string;
}

/** Background work whose pieces wait for other services, so that many of them are under way at the same time. */
export class ParallelWork<Piece extends object> {
  readonly #options: Options<Piece>;
  readonly #log: Log;
  readonly #background: BackgroundWork;
  readonly #running = new Map<Piece, Promise<void>>();
  #stopped = false;

  constructor(options: Options<Piece>, log: Log) {
    this.#options = options;
    this.#log = log;
    const sources = [() => this.#begin(), ...(options.also ?? [])];
    this.#background = new BackgroundWork(sources, log, options.everyMs);
  }

  get underWay(): number {
    return this.#running.size;
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  wake(): void {
    this.#background.wake();
  }

  /** Resolves once nothing is due. */
  async idle(): Promise<void> {
    do {
      await this.#background.idle();
      await Promise.all(this.#running.values());
      await this.#background.idle();
    } while (this.#running.size > 0);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#background.stop();
    const ended = Promise.all(this.#running.values());
    await Promise.race([ended, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
  }

  /** Begins to work on one piece. Returns whether there may be more. */
  async #begin(): Promise<boolean> {
    const { take, work, max, failed } = this.#options;
    if (this.#running.size >= max) return false;
    const piece = await take([...this.#running.keys()]);
    if (piece === null) return false;
    const turn = work(piece)
      .catch((err: unknown) => {
        if (!this.#stopped) this.#log.warn({ err }, failed);
      })
      .finally(() => {
        this.#running.delete(piece);
        this.#background.wake();
      });
    this.#running.set(piece, turn);
    return true;
  }
}

/** The keys that are named so often. */
export function namedOften(keys: readonly string[], times: number): string[] {
  return [...new Set(keys)].filter((key) => keys.filter((other) => other === key).length >= times);
}
