import type { ConnectOverrides } from '../connection.js';

/**
 * Nothing is given up on a machine that is busy with other things; what hangs is over the limit of its test. In seconds, and 0
 * for none.
 */
export const PATIENT: ConnectOverrides = {
  connect_timeout: 600,
  queue_timeout: 600,
  answer_timeout: 600,
  connection: { lock_timeout: 0, statement_timeout: 0, idle_in_transaction_session_timeout: 0 },
};
