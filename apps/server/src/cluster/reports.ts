import type { MetricReport, ServiceReport, WorkerReport } from '../monitoring/report.js';
import type { WorkerSet } from './worker-set.js';

/** A worker that has not answered by then is left out. */
const WITHIN_MS = 2_000;

interface Collection {
  readonly received: WorkerReport[];
  readonly wanted: number;
  readonly done: () => void;
}

/** Collects the metrics of all workers for one that is scraped. */
export class Reports {
  readonly #workers: Pick<WorkerSet, 'ready' | 'send'>;
  readonly #postgresRestarts: () => number | null;
  readonly #collections = new Map<number, Collection>();
  #lastId = 0;

  constructor(workers: Pick<WorkerSet, 'ready' | 'send'>, postgresRestarts: () => number | null) {
    this.#workers = workers;
    this.#postgresRestarts = postgresRestarts;
  }

  /** Asks all workers that serve. It takes two seconds at most. */
  async collect(): Promise<ServiceReport> {
    const id = ++this.#lastId;
    const workers = this.#workers.ready;
    const received: WorkerReport[] = [];
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, WITHIN_MS);
      const done = () => {
        clearTimeout(late);
        resolve();
      };
      this.#collections.set(id, { received, wanted: workers.length, done });
      for (const worker of workers) this.#workers.send(worker, { type: 'measure', id });
    });
    this.#collections.delete(id);
    received.sort((a, b) => a.worker - b.worker);
    return { workers: received, postgresRestarts: this.#postgresRestarts() };
  }

  /** Takes what a worker has measured. */
  receive(worker: number, id: number, metrics: readonly MetricReport[]): void {
    const collection = this.#collections.get(id);
    if (collection === undefined) return;
    collection.received.push({ worker, metrics });
    if (collection.received.length === collection.wanted) collection.done();
  }
}
