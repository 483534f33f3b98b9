import { AppError, type ErrorCode } from './errors.js';

/**
 * Runs a write and turns the violation of one of the named unique indexes into its error. Asking first and writing
 * then would let two at once through.
 */
export async function uniqueOr<T>(codes: Record<string, ErrorCode>, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const code = codes[violatedConstraint(error) ?? ''];
    if (code === undefined) throw error;
    throw new AppError(code, { cause: error });
  }
}

const UNIQUE_VIOLATION = '23505';

/** Drizzle wraps the driver's error, which carries Postgres' own fields. */
function violatedConstraint(error: unknown): string | null {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (typeof cause !== 'object' || cause === null) return null;
  if (!('code' in cause) || cause.code !== UNIQUE_VIOLATION) return null;
  return 'constraint_name' in cause && typeof cause.constraint_name === 'string' ? cause.constraint_name : null;
}
