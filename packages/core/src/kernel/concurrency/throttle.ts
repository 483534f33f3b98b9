/** A crowd's work may take so much of the time that everything else takes. */
const SHARE = 1 / 6;
/** A turn of the event loop in which everything else took less was idle, and may be filled so far. */
const IDLE_MS = 0.05;
const FILLED_MS = 0.25;
/** Nothing else ever waits longer than this, and the last piece. */
const MOST_MS = 5;

/** Resolves when the next piece of work may begin. */
export type Throttle = () => Promise<void>;

/**
 * Spreads what a crowd asks for at once over the turns of the event loop, first come, first served, so that the others
 * go on being served. Await it before each piece of work. Whoever comes alone begins at once.
 */
export function throttle(): Throttle {
  const waiting: Array<() => void> = [];
  /** When the crowd's last slice ended; null while nobody waits. */
  let restingSince: number | null = null;
  let sliceBegan = 0;
  /** How long the crowd may still work; below zero when its last piece was longer than that. */
  let credit = 0;

  function slice(): void {
    if (waiting.length === 0) {
      restingSince = null;
      credit = 0;
      return;
    }
    sliceBegan = performance.now();
    // The loop has not waited for anything since: an immediate was due.
    const others = sliceBegan - (restingSince ?? sliceBegan);
    credit = others < IDLE_MS ? FILLED_MS : Math.min(MOST_MS, credit + others * SHARE);
    if (credit > 0) beginOne();
    else rest(sliceBegan);
  }

  function beginOne(): void {
    waiting.shift()?.();
    // Ticks come after all that the piece does without waiting for anything.
    queueMicrotask(() => process.nextTick(afterOne));
  }

  function afterOne(): void {
    const now = performance.now();
    if (waiting.length > 0 && now - sliceBegan < credit) {
      beginOne();
    } else {
      credit -= now - sliceBegan;
      rest(now);
    }
  }

  function rest(now: number): void {
    restingSince = now;
    setImmediate(slice);
  }

  return async () => {
    if (restingSince === null) rest(performance.now());
    else await new Promise<void>((begin) => waiting.push(begin));
  };
}
