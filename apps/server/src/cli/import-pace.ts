interface Progress {
  readonly linesDone: number;
  /** Null while it is not known how many there are. */
  readonly lines: number | null;
}

/** As long ago is what a rate is measured from, in milliseconds: no longer, since lines of some kinds take more time than others. */
const WINDOW_MS = 30_000;
/** Of less, nothing is said: people and channels come first, and are few and slow. */
const LEAST_MS = 3_000;

/** How fast an import goes, and how long it still takes at this rate. */
export class Pace {
  readonly #seen: Array<{ readonly linesDone: number; readonly at: number }> = [];

  /** `now` is in milliseconds. Empty where nothing can be said. */
  at({ linesDone, lines }: Progress, now: number): string {
    this.#seen.push({ linesDone, at: now });
    while ((this.#seen[0]?.at ?? now) < now - WINDOW_MS) this.#seen.shift();
    const [first] = this.#seen;
    if (first === undefined || now - first.at < LEAST_MS || lines === null) return '';
    const perSecond = ((linesDone - first.linesDone) * 1_000) / (now - first.at);
    if (perSecond <= 0) return '';
    return `${Math.round(perSecond)} a second, ${timeText((lines - linesDone) / perSecond)} left`;
  }
}

function timeText(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} minutes` : `${Math.floor(minutes / 60)} hours ${minutes % 60} minutes`;
}
