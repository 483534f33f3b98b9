/** A crowd's work may take this much of the time that everything else takes, */
const SHARE = 1 / 4;
/** and so much in each turn of the event loop where there is little else, */
const LEAST_MS = 0.25;
/** but never keeps anything else waiting for longer. */
const MOST_MS = 5;

/** Resolves when the next piece of work may begin. */
export type Pace = () => Promise<void>;

/**
 * Spreads what a crowd asks for at once over the turns of the event loop, first come, first served, so that the others
 * go on being served. Await it before each piece of work. Whoever comes alone begins at once.
 */
export function paced(): Pace {
  const waiting: Array<() => void> = [];
  /** When the crowd's last slice ended; null while nobody waits. */
  let restingSince: number | null = null;
  let sliceEnds = 0;

  function slice(): void {
    if (waiting.length === 0) {
      restingSince = null;
      return;
    }
    const now = performance.now();
    // The loop has not been idle since: an immediate was waiting.
    const others = now - (restingSince ?? now);
    sliceEnds = now + Math.min(MOST_MS, Math.max(LEAST_MS, others * SHARE));
    beginOne();
  }

  function beginOne(): void {
    waiting.shift()?.();
    // Ticks come after all that the piece does without waiting for anything.
    queueMicrotask(() => process.nextTick(afterOne));
  }

  function afterOne(): void {
    if (waiting.length > 0 && performance.now() < sliceEnds) beginOne();
    else rest();
  }

  function rest(): void {
    restingSince = performance.now();
    setImmediate(slice);
  }

  return async () => {
    if (restingSince === null) rest();
    else await new Promise<void>((begin) => waiting.push(begin));
  };
}
