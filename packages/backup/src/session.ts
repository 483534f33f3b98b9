import { connect, type DatabaseConnection } from '@palaver/db';
import type { Sql } from 'postgres';

/**
 * One connection, without the time limits of the service: a table may take hours. Postgres ends the session of a machine
 * that is gone after a minute, so that nothing stays locked.
 */
export function openSession(connection: DatabaseConnection): Sql {
  return connect(connection, {
    max: 1,
    // The driver would replace a connection after half an hour, and the locks would end with it.
    max_lifetime: null,
    connection: {
      application_name: 'palaver backup',
      statement_timeout: 0,
      lock_timeout: 0,
      idle_in_transaction_session_timeout: 0,
      tcp_keepalives_idle: 30,
      tcp_keepalives_interval: 10,
      tcp_keepalives_count: 3,
    },
  });
}
