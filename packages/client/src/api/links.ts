import {
  type HTTPLinkOptions,
  httpBatchLink,
  httpLink,
  isNonJsonSerializable,
  splitLink,
  type TRPCLink,
} from '@trpc/client';
import type { Settings } from '../options.js';
import type { AppRouter } from '../service.js';
import type { Lifetime } from '../waiting.js';
import { keyOf, takesKey } from './idempotency.js';
import { retryingFetch } from './retrying-fetch.js';

type ClientTypes = AppRouter['_def']['_config']['$types'];

/** The rate limiter accepts or refuses a batch as a whole, so batches are kept small. */
const BATCH_MAX = 10;

/** Node's HTTP server accepts at most 16 KiB of request line and headers. */
const URL_MAX = 12_000;

/**
 * Calls made at the same time share one request, except a write, whose idempotency key is a header of the
 * request. The end of `lifetime` aborts requests that are not answered.
 */
export function linksOf(settings: Settings, lifetime: Lifetime): TRPCLink<AppRouter> {
  const common = commonOptions(settings, lifetime);
  return splitLink<AppRouter>({
    condition: (op) => takesKey(op) || isNonJsonSerializable(op.input),
    true: httpLink<AppRouter>({
      ...common,
      headers: ({ op }) => (takesKey(op) ? { 'Idempotency-Key': keyOf(op) } : {}),
    }),
    false: httpBatchLink<AppRouter>({
      ...common,
      maxItems: BATCH_MAX,
      maxURLLength: URL_MAX,
    }),
  });
}

/** Sends each call as a request of its own, and passes the headers of each answer to `onHeaders`. */
export function linkWithHeaders(
  settings: Settings,
  lifetime: Lifetime,
  onHeaders: (headers: Headers) => void,
): TRPCLink<AppRouter> {
  return httpLink<AppRouter>(commonOptions(settings, lifetime, onHeaders));
}

function commonOptions(
  settings: Settings,
  lifetime: Lifetime,
  onHeaders: (headers: Headers) => void = () => {},
): Pick<HTTPLinkOptions<ClientTypes>, 'url' | 'fetch'> {
  const send = retryingFetch(settings, lifetime);
  return {
    url: `${settings.url}/trpc`,
    fetch: async (input, init) => {
      const response = await send(input, { ...init, signal: init?.signal ?? null });
      onHeaders(response.headers);
      return response;
    },
  };
}
