import { fullJitter } from '../backoff.js';
import type { Settings } from '../options.js';
import { type Lifetime, sleep, withLimits } from '../waiting.js';

const TOO_MANY_REQUESTS = 429;
const SERVER_ERRORS = 500;

/**
 * A `fetch` that tries again, with full jitter, at most `maxRetries` times:
 * - what was refused with 429, after its `Retry-After`: the limiter stands before everything, so nothing was done;
 * - what was not answered, or with a 5xx, where once more is as good as once: reads, and what has an
 *   `Idempotency-Key`, which is the same each time.
 *
 * The answer's body is part of the try: it too can be cut. The end of `lifetime` gives up, also while waiting.
 */
export function retryingFetch(settings: Settings, lifetime: Lifetime) {
  const { backoff, maxRetries } = settings;
  return async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const limits = { signal: init.signal ?? null, lifetime };
    const ms = timeoutOf(init, settings);
    const repeatable = isRepeatable(init);
    for (let retry = 0; ; retry++) {
      const attempt = await withLimits({ ...limits, ms }, (signal) =>
        tryOnce(settings.fetch, input, { ...init, signal }),
      );
      if (retry >= maxRetries || !worthRepeating(attempt, repeatable)) return settled(attempt);
      const wait = retryAfterMs(attempt) + fullJitter(backoff, retry);
      await withLimits({ ...limits, ms: null }, (signal) => sleep(wait, signal));
    }
  };
}

/** How one try ended: with a whole answer, or with what kept it from coming. */
type Attempt = { readonly response: Response } | { readonly error: unknown };

async function tryOnce(send: typeof fetch, input: RequestInfo | URL, init: RequestInit): Promise<Attempt> {
  try {
    const response = await send(input, init);
    const body = await response.text();
    return { response: new Response(body === '' ? null : body, response) };
  } catch (error) {
    return { error };
  }
}

function settled(attempt: Attempt): Response {
  if ('error' in attempt) throw attempt.error;
  return attempt.response;
}

function isRepeatable({ method, headers }: RequestInit): boolean {
  return method === 'GET' || new Headers(headers).has('Idempotency-Key');
}

function worthRepeating(attempt: Attempt, repeatable: boolean): boolean {
  if ('error' in attempt) return repeatable;
  const { status } = attempt.response;
  return status === TOO_MANY_REQUESTS || (repeatable && status >= SERVER_ERRORS);
}

function retryAfterMs(attempt: Attempt): number {
  if ('error' in attempt || attempt.response.status !== TOO_MANY_REQUESTS) return 0;
  const seconds = Number(attempt.response.headers.get('Retry-After') ?? 1);
  return Number.isFinite(seconds) ? seconds * 1000 : 1000;
}

/** Only uploads have a body that is no text, and they take as long as the line is slow. */
function timeoutOf({ body }: RequestInit, { requestTimeoutMs }: Settings): number | null {
  return body == null || typeof body === 'string' ? requestTimeoutMs : null;
}
