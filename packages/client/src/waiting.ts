import type { Sign, Signs } from './signs.js';

/**
 * Resolves after `ms` milliseconds, if any, with false, or with true as soon as one of the signs `by` comes. Rejects with the
 * signal's reason if it aborts first.
 */
export function sleepUnlessWoken(
  ms: number | null,
  signal: AbortSignal,
  { signs, by }: { readonly signs: Signs; readonly by: readonly Sign[] },
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      forget();
      signal.removeEventListener('abort', stop);
      if (signal.aborted) reject(signal.reason);
    };
    const wake = (woken: boolean) => {
      stop();
      resolve(woken);
    };
    const timer = ms === null ? undefined : setTimeout(wake, ms, false);
    const forget = signs.listen((sign) => {
      if (by.includes(sign)) wake(true);
    });
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
  });
}

/** Ends all its dependents together. Unlike an `AbortSignal`, it accepts any number of listeners without a warning. */
export class Lifetime {
  readonly #dependents = new Set<() => void>();
  #ended = false;

  end(): void {
    this.#ended = true;
    for (const stop of [...this.#dependents]) stop();
    this.#dependents.clear();
  }

  /** Calls `stop` at the end, or now if it has ended. The returned function removes `stop`. */
  onEnd(stop: () => void): () => void {
    if (this.#ended) stop();
    else this.#dependents.add(stop);
    return () => this.#dependents.delete(stop);
  }
}

export interface Limits {
  readonly signal?: AbortSignal | null;
  readonly lifetime?: Lifetime;
  /** The most milliseconds; null for no limit. */
  readonly ms: number | null;
  /** Aborts when the network is back (`NetworkError`): what began before it was away gets no answer. */
  readonly signs?: Signs;
}

/**
 * Runs work with a signal that aborts with the given signal, at the end of the lifetime (`AbortError`), or after `ms`
 * milliseconds (`TimeoutError`). Unlike `AbortSignal.any` with `AbortSignal.timeout`, it leaves no timer or listener.
 */
export async function withLimits<T>(limits: Limits, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { signal, lifetime, ms, signs } = limits;
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  const end = (message: string, name: string) => controller.abort(new DOMException(message, name));
  const timer = ms === null ? undefined : setTimeout(end, ms, `No answer within ${ms} ms`, 'TimeoutError');
  const release = lifetime?.onEnd(() => end('The client is closed', 'AbortError'));
  const forget = signs?.listen((sign) => {
    if (sign === 'online') end('The network was away', 'NetworkError');
  });
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    release?.();
    forget?.();
    signal?.removeEventListener('abort', abort);
  }
}
