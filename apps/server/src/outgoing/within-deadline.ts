/** A call that has not ended in its time. */
export class DeadlineError extends Error {}

/**
 * Runs a call that may take so many milliseconds. Throws `DeadlineError` after that: what waits for a connection does not
 * hear of the signal before it has one. The signal is aborted then in any case, so that what goes on after the call ends
 * too, as the reading of an answer that does not end.
 */
export function withinDeadline<Answer>(
  withinMs: number,
  call: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const deadline = new AbortController();
  // A timer holds its controller. Node 20 collects a signal of `AbortSignal.timeout` that only `AbortSignal.any` knows.
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => {
      reject(new DeadlineError());
      deadline.abort();
    }, withinMs).unref();
  });
  return Promise.race([call(deadline.signal), late]);
}
