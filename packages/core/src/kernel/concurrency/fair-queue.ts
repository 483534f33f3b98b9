import { AppError } from '../errors/app-error.js';

/** Whose turn a piece of work takes. */
export interface Turn {
  /** Lanes take turns, so that one with much work does not delay the others. */
  readonly lane: string;
  /** Work of known callers runs before that of all others, and has a queue of its own. */
  readonly isKnown: boolean;
}

export interface FairQueueLimits {
  readonly concurrency: number;
  /** How many may wait of the known, and how many of the others. */
  readonly waitingMax: number;
  /** How many may wait in one lane. */
  readonly laneMax: number;
}

type Job = () => void;

/** Runs a piece of work when it is its turn. Throws `BUSY` when too many are waiting already, in all or in the lane. */
export interface FairQueue {
  <T>(turn: Turn, work: () => Promise<T>): Promise<T>;
  /** How many pieces of work wait. */
  waiting(): number;
}

/**
 * Runs at most `concurrency` pieces of work at a time: the lanes in turn, the work of a lane in order. Throws `BUSY` when
 * too many are waiting already, in all or in the lane.
 */
export function fairQueue(limits: FairQueueLimits): FairQueue {
  const known = new Lanes(limits);
  const others = new Lanes(limits);
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

  const runInTurn = async <T>({ lane, isKnown }: Turn, work: () => Promise<T>): Promise<T> => {
    if (running < limits.concurrency) return run(work);
    const lanes = isKnown ? known : others;
    if (lanes.isFull(lane)) throw new AppError('BUSY');
    return new Promise((resolve, reject) => {
      lanes.add(lane, () => void run(work).then(resolve, reject));
    });
  };
  return Object.assign(runInTurn, { waiting: () => known.waiting + others.waiting });
}

/** Waiting jobs by lane; a `Map` keeps the lanes in the order of their turns. */
class Lanes {
  readonly #limits: FairQueueLimits;
  readonly #lanes = new Map<string, Job[]>();
  #waiting = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waiting;
  }

  isFull(lane: string): boolean {
    const { waitingMax, laneMax } = this.#limits;
    return this.#waiting >= waitingMax || (this.#lanes.get(lane)?.length ?? 0) >= laneMax;
  }

  add(lane: string, job: Job): void {
    this.#waiting++;
    const jobs = this.#lanes.get(lane);
    if (jobs) jobs.push(job);
    else this.#lanes.set(lane, [job]);
  }

  /** Takes the first job of the lane whose turn it is, and puts the lane behind the others. */
  take(): Job | undefined {
    const [next] = this.#lanes;
    if (!next) return undefined;
    const [lane, jobs] = next;
    const job = jobs.shift();
    this.#waiting--;
    this.#lanes.delete(lane);
    if (jobs.length > 0) this.#lanes.set(lane, jobs);
    return job;
  }
}
