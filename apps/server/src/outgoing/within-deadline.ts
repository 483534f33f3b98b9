/** A call that has not ended in its time. */
export class DeadlineError extends Error {}

/**
 * Runs a call that may take so many milliseconds. Throws `DeadlineError` after that, and aborts the call: what waits for a
 * connection does not hear of the signal before it has one.
 */
export async function withinDeadline<Answer>(
  withinMs: number,
  call: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const deadline = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new DeadlineError());
      deadline.abort();
    }, withinMs);
  });
  try {
    return await Promise.race([call(deadline.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
