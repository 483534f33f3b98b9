/** A reading of a distant clock, between two readings of a clock here. All are in milliseconds. */
export interface ClockReading {
  /** The clock here when the question was sent. */
  readonly asked: number;
  /** The clock here when the answer had come. */
  readonly answered: number;
  /** The distant clock, at some time between the two. */
  readonly theirs: number;
}

/** A correction of more than this, in milliseconds, is a step of the distant clock and no error of the estimate. */
const STEP_MS = 1_000;

/**
 * A distant clock, estimated from the clock here (Cristian's algorithm). A reading bounds the difference of the two clocks
 * from both sides. The estimate is moved only as far as a reading proves it wrong, so that a slow answer does little.
 *
 * It does not run backwards: where a correction is negative, it stands until the time is reached. A step of the distant
 * clock is followed in both directions, as a clock that stood for an hour would do more harm.
 */
export class ClockEstimate {
  /** The distant clock minus the clock here. */
  #difference: number;
  #latest = Number.NEGATIVE_INFINITY;

  constructor({ asked, answered, theirs }: ClockReading) {
    this.#difference = theirs - (asked + answered) / 2;
  }

  /** The distant clock, when the clock here shows `here`. */
  at(here: number): number {
    this.#latest = Math.max(this.#latest, here + this.#difference);
    return this.#latest;
  }

  /** Takes a reading into account. Returns by how much the distant clock has stepped; 0 where it has not. */
  correct({ asked, answered, theirs }: ClockReading): number {
    const difference = Math.min(Math.max(this.#difference, theirs - answered), theirs - asked);
    const correction = difference - this.#difference;
    this.#difference = difference;
    if (Math.abs(correction) < STEP_MS) return 0;
    this.#latest = Number.NEGATIVE_INFINITY;
    return correction;
  }
}
