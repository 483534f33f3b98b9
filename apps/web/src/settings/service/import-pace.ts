/** How far an import was at an instant in milliseconds. */
export interface Reached {
  readonly linesDone: number;
  readonly at: number;
}

/** As long ago is what a rate is measured from: lines of some kinds take more time than others. */
const WINDOW_MS = 30_000;
/** Of less, nothing is said: people and channels come first, and are few and slow. */
const LEAST_MS = 3_000;

/** What has been seen of late, with the newest. Where an import begins anew, what was before says nothing. */
export function withReached(seen: readonly Reached[], now: Reached): readonly Reached[] {
  const last = seen.at(-1);
  if (last !== undefined && last.linesDone > now.linesDone) return [now];
  return [...seen.filter(({ at }) => at >= now.at - WINDOW_MS), now];
}

/** Lines a second, and the milliseconds that are left at this rate; null where nothing can be said yet. */
export function paceOf(
  seen: readonly Reached[],
  lines: number | null,
): { readonly perSecond: number; readonly leftMs: number } | null {
  const [first] = seen;
  const last = seen.at(-1);
  if (first === undefined || last === undefined || lines === null) return null;
  const [done, ms] = [last.linesDone - first.linesDone, last.at - first.at];
  if (done <= 0 || ms < LEAST_MS) return null;
  return { perSecond: Math.round((done * 1_000) / ms), leftMs: ((lines - last.linesDone) * ms) / done };
}
