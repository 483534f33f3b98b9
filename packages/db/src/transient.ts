import { databaseError } from './database-error.js';

/**
 * Errors that pass by themselves: a restart of Postgres (class 08, 57P0x), a server that is no longer the primary
 * (25006), a lock or a statement that took too long, a deadlock, too many connections (appendix A of the Postgres
 * manual), and what the driver says of connections that are lost, of a network or a name that leads nowhere, and of its
 * own time limits.
 */
const TRANSIENT =
  /^(08...|57P0[1235]|25006|57014|55P03|40P01|40001|53300|25P03|CONNECTION_(CLOSED|ENDED|DESTROYED)|(CONNECT|QUEUE|ANSWER)_TIMEOUT|ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT|EPIPE)$/;

/** Whether an error means that the database is unreachable or overloaded at the moment. */
export function isTransient(error: unknown): boolean {
  const found = databaseError(error);
  return found !== null && TRANSIENT.test(found.code);
}

/** What is lost with its connection: the server may have done it, and its answer did not come. */
const CONNECTION_LOST =
  /^(08...|57P0[1235]|CONNECTION_(CLOSED|ENDED|DESTROYED)|ANSWER_TIMEOUT|ECONNRESET|ECONNABORTED|ETIMEDOUT|EPIPE)$/;

/** Whether a transaction that failed with this error may have been committed all the same. */
export function isOutcomeUnknown(error: unknown): boolean {
  const found = databaseError(error);
  return found !== null && CONNECTION_LOST.test(found.code);
}
