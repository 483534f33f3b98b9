import type { BenchDatabase } from '../../harness/database.js';
import type { BenchPostgres } from '../../harness/postgres.js';

export const DOMAIN = 'localhost';

/**
 * ejabberd.yml: MUC over WebSocket, every room's messages archived in Postgres before they are sent on. What costs time
 * and has no counterpart in the comparison is left out: logs, speed limits, the users' own archives, and telling everybody
 * in a room of everybody who enters.
 *
 * `backlog`: with the default of 5 a crowd's connections are dropped, and tried again by TCP after 1, 3, 7 and 15 s.
 * `persistent`: a room whose last occupant leaves would lose its archive, and whoever enters it while it ends.
 */
export function ejabberdConfig(
  port: number,
  { host, port: postgresPort }: BenchPostgres['tcp'],
  { connection }: BenchDatabase,
): string {
  return `
loglevel: error
hosts: [${DOMAIN}]
listen:
  - port: ${port}
    ip: "127.0.0.1"
    module: ejabberd_http
    backlog: 1024
    request_handlers:
      /ws: ejabberd_http_ws
auth_method: sql
auth_password_format: plain
default_db: sql
sql_type: pgsql
sql_server: "${host}"
sql_port: ${postgresPort}
sql_database: "${connection.database}"
sql_username: "${connection.user}"
sql_password: "${connection.password}"
sql_pool_size: 20
acl:
  local:
    user_regexp: ""
access_rules:
  local:
    allow: local
shaper_rules:
  max_user_sessions: infinity
modules:
  mod_mam:
    db_type: sql
    default: never
  mod_muc:
    access: local
    access_create: local
    db_type: sql
    history_size: 0
    max_users: 5000
    default_room_options:
      mam: true
      max_users: 5000
      persistent: true
      presence_broadcast: []
`;
}
