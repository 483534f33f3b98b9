/** The longest time for which a load waits for one answer. */
export const ANSWER_WITHIN_MS = 60_000;

/** Rejects with what was waited for, unless the work ends in time. The work itself is not stopped. */
export function beforeDeadline<Result>(what: string, ms: number, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${what}: no answer within ${ms / 1_000} s`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
