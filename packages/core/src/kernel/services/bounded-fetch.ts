import type { CustomFetchOptions } from 'openid-client';
import { AppError } from '../errors/app-error.js';

const TIMEOUT_MS = 5_000;
const BYTES_MAX = 256 * 1024;

/** The part of the options that the requests to providers need. */
interface FetchOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** As openid-client gives it, and the types of browsers do not name it. */
  readonly body?: CustomFetchOptions['body'];
}

/**
 * A fetch that ends within five seconds, body included, follows no redirect and reads at most 256 KiB. Throws
 * `PROVIDER_UNAVAILABLE` where the provider is away, slow or overloaded.
 */
export async function boundedFetch(url: string, options: FetchOptions = {}): Promise<Response> {
  try {
    const response = await fetch(url, {
      ...options,
      body: bodyOf(options.body),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { status, headers } = response;
    const body = await readBounded(response);
    if (status >= 500 || status === 429) throw new Error(`The provider answered ${status}.`);
    const hasBody = status !== 204 && status !== 304;
    return new Response(hasBody ? body : null, { status, headers });
  } catch (cause) {
    throw new AppError('PROVIDER_UNAVAILABLE', { cause });
  }
}

/** A copy of bytes has a buffer of its own, which is what `fetch` takes. */
function bodyOf(body: FetchOptions['body']) {
  return body instanceof Uint8Array ? new Uint8Array(body) : (body ?? null);
}

async function readBounded({ body }: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > BYTES_MAX) throw new Error(`The answer has more than ${BYTES_MAX} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
