import type { AppRouter } from '@palaver/core';
import {
  type HTTPLinkOptions,
  httpBatchLink,
  httpLink,
  isNonJsonSerializable,
  splitLink,
  type TRPCLink,
} from '@trpc/client';
import type { Settings } from '../options.js';
import type { Lifetime } from '../waiting.js';
import { keyOf, takesKey } from './idempotency.js';
import { retryingFetch } from './retrying-fetch.js';

type ClientTypes = AppRouter['_def']['_config']['$types'];

/** A batch passes the rate limiter as a whole or not at all, so it had better be small. */
const BATCH_MAX = 10;

/** Node's HTTP server takes heads of 16 KiB. */
const URL_MAX = 12_000;

/**
 * Calls of the same moment go together; what has a key of its own, or is no JSON, goes alone. What is under way
 * when `lifetime` ends is given up.
 */
export function linksOf(settings: Settings, lifetime: Lifetime): TRPCLink<AppRouter> {
  const { authorization } = settings;
  const send = retryingFetch(settings, lifetime);
  const common: Pick<HTTPLinkOptions<ClientTypes>, 'url' | 'fetch'> = {
    url: `${settings.url}/trpc`,
    fetch: (input, init) => send(input, { ...init, signal: init?.signal ?? null }),
  };
  return splitLink<AppRouter>({
    condition: (op) => takesKey(op) || isNonJsonSerializable(op.input),
    true: httpLink<AppRouter>({
      ...common,
      headers: async ({ op }) => ({
        ...(await authorization()),
        ...(takesKey(op) ? { 'Idempotency-Key': keyOf(op) } : {}),
      }),
    }),
    false: httpBatchLink<AppRouter>({
      ...common,
      headers: () => authorization(),
      maxItems: BATCH_MAX,
      maxURLLength: URL_MAX,
    }),
  });
}
