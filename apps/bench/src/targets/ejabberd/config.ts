import type { BenchPostgres } from '../../postgres/bench-postgres.js';
import type { BenchDatabase } from '../../postgres/database.js';

export const DOMAIN = 'localhost';

/**
 * ejabberd.yml: rooms (MUC) over WebSocket, whose messages are archived in Postgres before they are broadcast. What costs
 * time and has no counterpart in the other targets is off: logs, rate limits, the users' own archives, and presence
 * broadcasts in rooms.
 *
 * `backlog`: with the default of 5, many connections at once are dropped, and TCP retries them after 1, 3, 7 and 15 s.
 * `persistent`: otherwise a room ends with its archive when its last occupant leaves, even while another one joins it.
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
