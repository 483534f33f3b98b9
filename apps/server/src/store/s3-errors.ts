import { AppError } from '@palaver/core';

/** What the SDK says of a network that fails or is too slow, and of requests that may be sent again. */
const PASSING =
  /^(TimeoutError|AbortError|RequestTimeout|SlowDown|Throttling.*|InternalError|ServiceUnavailable|ECONN.*|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

/** Whether the store says that there is no such object. */
export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket';
}

/**
 * The error to throw for one of the SDK: `BUSY` for a fault that passes, `DISK_FULL` for a store without room, and for any
 * other one its name and status alone. The SDK's own error has the answer of the store, which may name the access key.
 */
export function s3Error(error: unknown): Error {
  const [status, name] = [statusOf(error), nameOf(error)];
  const cause = Object.assign(new Error(`S3 answered ${name} (${status ?? 'no answer'})`), { code: name });
  if (status === 507) return new AppError('DISK_FULL', { cause });
  if (PASSING.test(name) || (status !== null && (status >= 500 || status === 429)))
    return new AppError('BUSY', { cause });
  return cause;
}

function statusOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('$metadata' in error)) return null;
  const { $metadata: metadata } = error;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return null;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : null;
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
