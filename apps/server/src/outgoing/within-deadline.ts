/** A call that has not ended in its time. */
export class DeadlineError extends Error {}

/**
 * Runs a call that may take this many milliseconds. Throws `DeadlineError` after that, also while the call waits for a
 * connection, where it does not hear of the signal. The signal is aborted then in any case, which ends what the call has left
 * behind, such as the reading of an answer without an end.
 */
export async function withinDeadline<Answer>(
  withinMs: number,
  call: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const deadline = new AbortController();
  // The timer holds the controller: Node 20 collects a signal of `AbortSignal.timeout` that only `AbortSignal.any` knows. It
  // holds nothing of the answer.
  setTimeout(() => deadline.abort(), withinMs).unref();
  const { signal } = deadline;
  let expire = () => {};
  const expired = new Promise<never>((_resolve, reject) => {
    expire = () => reject(new DeadlineError());
  });
  // Before the call, so that its own error comes second.
  signal.addEventListener('abort', expire);
  try {
    return await Promise.race([call(signal), expired]);
  } finally {
    signal.removeEventListener('abort', expire);
  }
}
