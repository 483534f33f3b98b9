import { AppError } from '../errors/app-error.js';

/** For whom a piece of work is done. */
export interface QueuedFor {
  /** A person or a network. Callers are served one after the other, so that one with much work does not delay the others. */
  readonly caller: string;
  /** Work of known callers runs before that of all others, and has a queue of its own. */
  readonly isKnown: boolean;
}

export interface FairQueueLimits {
  readonly concurrency: number;
  /** How many may wait of the known, and how many of the others. */
  readonly waitingMax: number;
  /** How many of one caller may wait. */
  readonly perCallerMax: number;
}

type Job = () => void;

/** Runs a piece of work as soon as it may. Throws `BUSY` when too many are waiting already, in all or of the caller. */
export interface FairQueue {
  <T>(queuedFor: QueuedFor, work: () => Promise<T>): Promise<T>;
  /** How many pieces of work wait. */
  waiting(): number;
}

/**
 * Runs at most `concurrency` pieces of work at a time: one of each caller after the other, the work of a caller in order. Throws
 * `BUSY` when too many are waiting already, in all or of the caller.
 */
export function fairQueue(limits: FairQueueLimits): FairQueue {
  const known = new WaitingJobs(limits);
  const others = new WaitingJobs(limits);
  let running = 0;

  function runNext(): void {
    const job = known.take() ?? others.take();
    if (job) job();
  }

  async function run<T>(work: () => Promise<T>): Promise<T> {
    running++;
    try {
      return await work();
    } finally {
      running--;
      runNext();
    }
  }

  const runQueued = async <T>({ caller, isKnown }: QueuedFor, work: () => Promise<T>): Promise<T> => {
    if (running < limits.concurrency) return run(work);
    const waiting = isKnown ? known : others;
    if (waiting.isFull(caller)) throw new AppError('BUSY');
    return new Promise((resolve, reject) => {
      waiting.add(caller, () => void run(work).then(resolve, reject));
    });
  };
  return Object.assign(runQueued, { waiting: () => known.waiting + others.waiting });
}

/** Waiting jobs by caller; a `Map` keeps the callers in the order in which they are served. */
class WaitingJobs {
  readonly #limits: FairQueueLimits;
  readonly #byCaller = new Map<string, Job[]>();
  #waiting = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waiting;
  }

  isFull(caller: string): boolean {
    const { waitingMax, perCallerMax } = this.#limits;
    return this.#waiting >= waitingMax || (this.#byCaller.get(caller)?.length ?? 0) >= perCallerMax;
  }

  add(caller: string, job: Job): void {
    this.#waiting++;
    const jobs = this.#byCaller.get(caller);
    if (jobs) jobs.push(job);
    else this.#byCaller.set(caller, [job]);
  }

  /** Takes the first job of the caller who is next, and puts the caller behind the others. */
  take(): Job | undefined {
    const [next] = this.#byCaller;
    if (!next) return undefined;
    const [caller, jobs] = next;
    const job = jobs.shift();
    this.#waiting--;
    this.#byCaller.delete(caller);
    if (jobs.length > 0) this.#byCaller.set(caller, jobs);
    return job;
  }
}
