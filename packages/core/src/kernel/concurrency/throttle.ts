/**
 * The throttled work may take this much of the time that all other work takes, and as much again for each second for which its
 * first piece has waited, up to the same time. While more comes than a sixth can do, the wait is so a few seconds and does not grow
 * until clients give up, and ask anew for what was never begun.
 */
const SHARE = 1 / 6;
const SHARE_MAX = 1;
/** When other work took less than this in a turn of the event loop, the loop was idle, and the slice may last longer. */
const IDLE_MS = 0.05;
const IDLE_SLICE_MS = 0.25;
/** The longest slice: for so long nobody else is served. The piece of work that is running when it ends comes on top. */
const SLICE_MS_MAX = 50;
/** How long a slice may grow by the shares of several short turns. */
const SAVED_MS_MAX = 5;

/** Resolves when the next piece of work may begin. */
export type Throttle = () => Promise<void>;

/**
 * Spreads work that many clients ask for at once over the turns of the event loop, first come, first served, so that
 * all other work goes on. Await it before each piece of work. A single piece begins at once.
 */
export function throttle(clock: () => number = () => performance.now()): Throttle {
  const waiting: Array<{ readonly begin: () => void; readonly since: number }> = [];
  /** When the last slice ended; null while nothing waits. */
  let pausedSince: number | null = null;
  let sliceStart = 0;
  /** How long, in ms, the throttled work may still run; negative when the last piece ran longer than allowed. */
  let budget = 0;

  function startSlice(): void {
    const [first] = waiting;
    if (first === undefined) {
      pausedSince = null;
      budget = 0;
      return;
    }
    sliceStart = clock();
    // This is all other work: the event loop does not wait for I/O while an immediate is due.
    const otherWork = sliceStart - (pausedSince ?? sliceStart);
    const share = Math.min(SLICE_MS_MAX, otherWork * shareAfter(sliceStart - first.since));
    budget = otherWork < IDLE_MS ? IDLE_SLICE_MS : Math.min(Math.max(SAVED_MS_MAX, share), budget + share);
    if (budget > 0) beginPiece();
    else pause(sliceStart);
  }

  function beginPiece(): void {
    waiting.shift()?.begin();
    // A tick runs after all microtasks, so after everything that the piece does before it waits for I/O.
    queueMicrotask(() => process.nextTick(afterPiece));
  }

  function afterPiece(): void {
    const now = clock();
    if (waiting.length > 0 && now - sliceStart < budget) {
      beginPiece();
    } else {
      budget -= now - sliceStart;
      pause(now);
    }
  }

  function pause(now: number): void {
    pausedSince = now;
    setImmediate(startSlice);
  }

  return async () => {
    if (pausedSince === null) pause(clock());
    else await new Promise<void>((begin) => waiting.push({ begin, since: clock() }));
  };
}

function shareAfter(waitedMs: number): number {
  return Math.min(SHARE_MAX, SHARE * (1 + waitedMs / 1_000));
}
