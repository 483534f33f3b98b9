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
  return splitLink<AppRouter>({
    condition: (op) => takesKey(op) || isNonJsonSerializable(op.input),
    true: httpLink<AppRouter>({
      ...commonOptions(settings, lifetime),
      headers: ({ op }) => (takesKey(op) ? { 'Idempotency-Key': keyOf(op) } : {}),
    }),
    false: batchLink(settings, lifetime),
  });
}

/** Sends the calls of the same instant in one request. */
export function batchLink(settings: Settings, lifetime: Lifetime): TRPCLink<AppRouter> {
  return httpBatchLink<AppRouter>({
    ...commonOptions(settings, lifetime),
    maxItems: BATCH_MAX,
    maxURLLength: URL_MAX,
  });
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
