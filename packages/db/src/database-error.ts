/** An error of Postgres or its driver; Drizzle wraps it as the cause of its own. */
export interface DatabaseError {
  readonly code: string;
  readonly constraint: string | null;
}

/** The database's error in a thrown value; null for any other error. */
export function databaseError(error: unknown): DatabaseError | null {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (typeof inner !== 'object' || inner === null) return null;
  if (!('code' in inner) || typeof inner.code !== 'string') return null;
  // ENOENT is an error of the database only where its socket is missing: the call is then `connect`.
  if (inner.code === 'ENOENT' && !('syscall' in inner && inner.syscall === 'connect')) return null;
  const constraint =
    'constraint_name' in inner && typeof inner.constraint_name === 'string' ? inner.constraint_name : null;
  return { code: inner.code, constraint };
}
