/** The fields of an error that Postgres or its driver has raised; Drizzle wraps it as the cause of its own. */
export interface DatabaseError {
  readonly code: string;
  readonly constraint: string | null;
}

/** Reads the database's error out of whatever was thrown; null for an error that is none. */
export function databaseError(error: unknown): DatabaseError | null {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (typeof inner !== 'object' || inner === null) return null;
  if (!('code' in inner) || typeof inner.code !== 'string') return null;
  // A file may be missing as well; of a database it is the socket, and the call then is `connect`.
  if (inner.code === 'ENOENT' && !('syscall' in inner && inner.syscall === 'connect')) return null;
  const constraint =
    'constraint_name' in inner && typeof inner.constraint_name === 'string' ? inner.constraint_name : null;
  return { code: inner.code, constraint };
}
