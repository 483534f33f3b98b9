import { fullJitter } from '../backoff.js';
import type { Settings } from '../options.js';
import { type Lifetime, sleepUnlessWoken, withLimits } from '../waiting.js';
import { observedFetch } from './observed-fetch.js';

const TOO_MANY_REQUESTS = 429;
const SERVER_ERRORS = 500;
/** The operator has to give more space: what is sent again meanwhile is refused again. */
const NO_SPACE = 507;
/** What a proxy answers while the service is away, and what stands here for no answer. */
const BAD_GATEWAY = 502;
const GATEWAY_TIMEOUT = 504;

/**
 * A `fetch` that retries with full jitter, at most `maxRetries` times:
 * - any request answered with 429, after its `Retry-After`: the service limits before it does anything;
 * - a request without an answer or with a 5xx other than 507, if it is safe to repeat: reads, and requests with an
 *   `Idempotency-Key`, which is the same in each attempt.
 *
 * Where the service cannot be reached, the wait ends early when the network is back, the page is shown again, or a stream
 * of the client is live again. An attempt from before the network came back is given up.
 *
 * While there is no answer at all, one call of the client tries at a time, with waits that grow for all of them. A read, and a
 * retry of any call, that comes in between counts as another attempt without an answer, and is not sent.
 *
 * An attempt includes the body of the answer, which can be cut too. The end of `lifetime` aborts, also while waiting.
 */
export function retryingFetch(settings: Settings, lifetime: Lifetime) {
  const { away, backoff, maxRetries, signs } = settings;
  return async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const limits = { signal: init.signal ?? null, lifetime };
    const ms = timeoutOf(init, settings);
    const repeatable = isRepeatable(init);
    for (let retry = 0; ; retry++) {
      const waitMs = fullJitter(backoff, retry);
      let answer: Response | null = null;
      const mayWait = repeatable && (retry > 0 || (init.method === 'GET' && maxRetries > 0));
      if (!mayWait || !away.isWaiting) {
        away.begin(waitMs);
        try {
          const network = repeatable && ms !== null && { signs };
          answer = await withLimits({ ...limits, ms, ...network }, (signal) =>
            observedFetch(settings, input, { ...init, signal }),
          );
          away.answered();
        } catch (error) {
          if (init.signal?.aborted) {
            away.gaveUp();
            throw error;
          }
          away.failed(error, retry, waitMs, backoff);
        }
      }
      const status = answer?.status ?? GATEWAY_TIMEOUT;
      if (retry >= maxRetries || !shouldRetry(status, repeatable)) {
        if (answer === null) throw away.error;
        return answer;
      }
      const woken = await withLimits({ ...limits, ms: null }, (signal) =>
        sleepUnlessWoken(retryAfterMs(answer) + waitMs, signal, {
          signs,
          by: status >= BAD_GATEWAY && status <= GATEWAY_TIMEOUT ? ['online', 'visible', 'live'] : [],
        }),
      );
      if (woken) away.end();
    }
  };
}

/** A stream can be read only once. */
function isRepeatable({ method, headers, body }: RequestInit): boolean {
  if (body instanceof ReadableStream) return false;
  return method === 'GET' || new Headers(headers).has('Idempotency-Key');
}

/** Whether a request that was answered with this status is sent again. `repeatable` is true where it does the same twice as once. */
export function shouldRetry(status: number, repeatable: boolean): boolean {
  return status === TOO_MANY_REQUESTS || (repeatable && status >= SERVER_ERRORS && status !== NO_SPACE);
}

function retryAfterMs(answer: Response | null): number {
  if (answer?.status !== TOO_MANY_REQUESTS) return 0;
  return (Number(answer.headers.get('Retry-After') ?? 1) || 1) * 1000;
}

/** No time limit for uploads: their time depends on the network. Only uploads have a body that is not text. */
function timeoutOf({ body }: RequestInit, { requestTimeoutMs }: Settings): number | null {
  return body == null || typeof body === 'string' ? requestTimeoutMs : null;
}
