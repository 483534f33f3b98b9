import {
  type HTTPLinkOptions,
  httpBatchLink,
  httpLink,
  isNonJsonSerializable,
  splitLink,
  type TRPCClientError,
  type TRPCLink,
} from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { Settings } from '../options.js';
import type { AppRouter } from '../service.js';
import type { Lifetime } from '../waiting.js';
import { keyOf, takesKey } from './idempotency.js';
import { retryingFetch, shouldRetry } from './retrying-fetch.js';

type ClientTypes = AppRouter['_def']['_config']['$types'];

/** The rate limiter accepts or refuses a batch as a whole, so batches are kept small. */
const BATCH_MAX = 10;

const MULTI_STATUS = 207;

/** Node's HTTP server accepts at most 16 KiB of request line and headers. */
const URL_MAX = 12_000;

/**
 * Calls made at the same time share one request, except a write, whose idempotency key is a header of the
 * request. The end of `lifetime` aborts requests that are not answered.
 */
export function linksOf(settings: Settings, lifetime: Lifetime): TRPCLink<AppRouter> {
  return splitLink<AppRouter>({
    condition: (op) => takesKey(op) || isNonJsonSerializable(op.input),
    true: httpLink<AppRouter>({
      ...commonOptions(settings, lifetime),
      headers: ({ op }) => (takesKey(op) ? { 'Idempotency-Key': keyOf(op) } : {}),
    }),
    false: batchLink(settings, lifetime),
  });
}

/** Sends the calls of the same instant in one request. A query that the service could not answer then is sent again, alone. */
export function batchLink(settings: Settings, lifetime: Lifetime): TRPCLink<AppRouter> {
  const together = httpBatchLink<AppRouter>({
    ...commonOptions(settings, lifetime),
    maxItems: BATCH_MAX,
    maxURLLength: URL_MAX,
  });
  const alone = singleLink(settings, lifetime);
  return (runtime) => {
    const [shared, own] = [together(runtime), alone(runtime)];
    return (call) =>
      observable((observer) => {
        const error = (failure: TRPCClientError<AppRouter>) => {
          if (call.op.type === 'query' && isOfOneCall(failure)) attempt = own(call).subscribe(observer);
          else observer.error(failure);
        };
        let attempt = shared(call).subscribe({ ...observer, error });
        return () => attempt.unsubscribe();
      });
  };
}

/** Sends each call in a request of its own. */
export function singleLink(settings: Settings, lifetime: Lifetime): TRPCLink<AppRouter> {
  return httpLink<AppRouter>(commonOptions(settings, lifetime));
}

/** Whether it may pass, and the fetch has not retried it: the answers of its batch differ (RFC 4918, section 11.1). */
function isOfOneCall({ data, meta }: TRPCClientError<AppRouter>): boolean {
  const { response }: { response?: Partial<Response> } = Object(meta);
  return response?.status === MULTI_STATUS && shouldRetry(data?.httpStatus ?? MULTI_STATUS, true);
}

function commonOptions(
  settings: Settings,
  lifetime: Lifetime,
): Pick<HTTPLinkOptions<ClientTypes>, 'url' | 'fetch'> {
  const send = retryingFetch(settings, lifetime);
  return {
    url: `${settings.url}/trpc`,
    fetch: (input, init) => send(input, { ...init, signal: init?.signal ?? null }),
  };
}
