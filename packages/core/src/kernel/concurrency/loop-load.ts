import { performance } from 'node:perf_hooks';

/** Above this share of the time the process has little left for what can wait. */
const BUSY = 0.75;
/** It is looked at over so long at the least, in milliseconds. */
const OVER_MS = 200;

/** Whether the event loop of this process was busy lately, so that what can wait leaves it to requests. */
export class LoopLoad {
  #since = performance.eventLoopUtilization();
  #isBusy = false;

  get isBusy(): boolean {
    const now = performance.eventLoopUtilization();
    const { idle, active, utilization } = performance.eventLoopUtilization(now, this.#since);
    if (idle + active < OVER_MS) return this.#isBusy;
    this.#since = now;
    this.#isBusy = utilization > BUSY;
    return this.#isBusy;
  }
}
