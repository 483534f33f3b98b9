/** Resolves after `ms` milliseconds; rejects with the signal's reason when that comes first. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

/** What ends at one moment for everybody who depends on it. Unlike an `AbortSignal`, it has room for any number. */
export class Lifetime {
  readonly #dependents = new Set<() => void>();
  #over = false;

  end(): void {
    this.#over = true;
    for (const stop of [...this.#dependents]) stop();
    this.#dependents.clear();
  }

  /** Calls `stop` at the end, which may be now; the returned function takes that back. */
  onEnd(stop: () => void): () => void {
    if (this.#over) stop();
    else this.#dependents.add(stop);
    return () => this.#dependents.delete(stop);
  }
}

export interface Limits {
  readonly signal?: AbortSignal | null;
  readonly lifetime?: Lifetime;
  /** Milliseconds; null for as long as it takes. */
  readonly ms: number | null;
}

/**
 * Runs work under a signal that aborts with the given one, at the end of the lifetime (`AbortError`), or when the time
 * is up (`TimeoutError`). Unlike `AbortSignal.any` with `AbortSignal.timeout`, nothing of it outlives the work.
 */
export async function withLimits<T>(limits: Limits, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { signal, lifetime, ms } = limits;
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  const close = () => controller.abort(new DOMException('The client is closed', 'AbortError'));
  const expire = () => controller.abort(new DOMException(`No answer within ${ms} ms`, 'TimeoutError'));
  const timer = ms === null ? undefined : setTimeout(expire, ms);
  const release = lifetime?.onEnd(close);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    release?.();
    signal?.removeEventListener('abort', abort);
  }
}
