import { fullJitter } from '../backoff.js';
import type { Settings } from '../options.js';
import { type Lifetime, sleepUnlessWoken, withLimits } from '../waiting.js';
import { observedFetch } from './observed-fetch.js';

const TOO_MANY_REQUESTS = 429;
const SERVER_ERRORS = 500;
/** The operator has to give more space: what is sent again meanwhile is refused again. */
const NO_SPACE = 507;
/** What a proxy answers while the service is away. */
const UNREACHABLE: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * A `fetch` that retries with full jitter, at most `maxRetries` times:
 * - any request answered with 429, after its `Retry-After`: the service limits before it does anything;
 * - a request without an answer or with a 5xx other than 507, if it is safe to repeat: reads, and requests with an
 *   `Idempotency-Key`, which is the same in each attempt.
 *
 * Where the service cannot be reached, the wait ends early when the network is back, the page is shown again, or a stream
 * of the client is live again. An attempt from before the network came back is given up.
 *
 * An attempt includes the body of the answer, which can be cut too. The end of `lifetime` aborts, also while waiting.
 */
export function retryingFetch(settings: Settings, lifetime: Lifetime) {
  const { backoff, maxRetries, signs } = settings;
  return async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const limits = { signal: init.signal ?? null, lifetime };
    const ms = timeoutOf(init, settings);
    const repeatable = isRepeatable(init);
    for (let retry = 0; ; retry++) {
      const network = repeatable && ms !== null ? { signs } : {};
      const attempt: Attempt = await withLimits({ ...limits, ms, ...network }, (signal) =>
        observedFetch(settings, input, { ...init, signal }),
      ).then(
        (response) => ({ response }),
        (error: unknown) => ({ error }),
      );
      if (retry >= maxRetries || !shouldRetry(attempt, repeatable)) return resultOf(attempt);
      const wait = retryAfterMs(attempt) + fullJitter(backoff, retry);
      await withLimits({ ...limits, ms: null }, (signal) =>
        sleepUnlessWoken(wait, signal, {
          signs,
          by: isUnreachable(attempt) ? ['online', 'visible', 'live'] : [],
        }),
      );
    }
  };
}

/** How an attempt ended: with a whole answer, or with an error. */
type Attempt = { readonly response: Response } | { readonly error: unknown };

function resultOf(attempt: Attempt): Response {
  if ('error' in attempt) throw attempt.error;
  return attempt.response;
}

/** A stream can be read only once. */
function isRepeatable({ method, headers, body }: RequestInit): boolean {
  if (body instanceof ReadableStream) return false;
  return method === 'GET' || new Headers(headers).has('Idempotency-Key');
}

function shouldRetry(attempt: Attempt, repeatable: boolean): boolean {
  if ('error' in attempt) return repeatable;
  const { status } = attempt.response;
  return status === TOO_MANY_REQUESTS || (repeatable && status >= SERVER_ERRORS && status !== NO_SPACE);
}

function isUnreachable(attempt: Attempt): boolean {
  return 'error' in attempt || UNREACHABLE.has(attempt.response.status);
}

function retryAfterMs(attempt: Attempt): number {
  if ('error' in attempt || attempt.response.status !== TOO_MANY_REQUESTS) return 0;
  const seconds = Number(attempt.response.headers.get('Retry-After') ?? 1);
  return Number.isFinite(seconds) ? seconds * 1000 : 1000;
}

/** No time limit for uploads: their time depends on the network. Only uploads have a body that is not text. */
function timeoutOf({ body }: RequestInit, { requestTimeoutMs }: Settings): number | null {
  return body == null || typeof body === 'string' ? requestTimeoutMs : null;
}
