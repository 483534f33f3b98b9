import { AppError } from '../kernel/errors/app-error.js';
import type { Log } from '../kernel/services/logger.js';

/**
 * Runs a step with a provider. What it throws becomes `PROVIDER_UNAVAILABLE` or `PROVIDER_REFUSED`, and the operator reads
 * the code of the reason in the log. Neither the answer nor anything of the person is logged.
 */
export async function withProvider<T>(log: Log, provider: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    const error = errorOf(cause);
    log.warn(
      { provider, code: error.errorCode, reason: reasonOf(cause) },
      'a sign-in with a provider failed',
    );
    throw error;
  }
}

/** The library wraps what our fetch throws. */
function errorOf(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  if (cause instanceof Error && cause.cause instanceof AppError) return cause.cause;
  return new AppError('PROVIDER_REFUSED', { cause });
}

/** A code of OAuth such as `invalid_client`, or of the library such as `OAUTH_JWT_TIMESTAMP_CHECK_FAILED`. */
function reasonOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const code = 'error' in cause ? cause.error : 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && /^\w{1,64}$/.test(code) ? code : undefined;
}
