import { databaseError } from './database-error.js';

/**
 * What is lost with its connection (class 08, 57P0x: appendix A of the Postgres manual; and what the driver and the system
 * say of it): the server may have done it, and its answer did not come.
 */
const LOST =
  /^(08...|57P0[1235]|CONNECTION_(CLOSED|ENDED|DESTROYED)|ANSWER_TIMEOUT|ECONNRESET|ECONNABORTED|ETIMEDOUT|EPIPE)$/;

/**
 * What passes by itself and was not done: a server that is no longer the primary (25006), a lock or a statement that took too
 * long, a deadlock, too many connections, a network or a name that leads nowhere, and the driver's limits before it sends.
 */
const REFUSED =
  /^(25006|57014|55P03|40P01|40001|53300|25P03|(CONNECT|QUEUE)_TIMEOUT|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$/;

/** Whether an error means that the database is unreachable or overloaded at the moment. */
export function isTransient(error: unknown): boolean {
  const found = databaseError(error);
  return found !== null && (LOST.test(found.code) || REFUSED.test(found.code));
}

/** Whether a transaction that failed with this error may have been committed all the same. */
export function isOutcomeUnknown(error: unknown): boolean {
  const found = databaseError(error);
  return found !== null && LOST.test(found.code);
}
