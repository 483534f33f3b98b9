import { chatSettings } from '../chat-settings.js';

/** Server settings by their Postgres name. */
export type ServerSettings = Record<string, string>;

/**
 * The settings that differ from Postgres' defaults or matter most. They are passed as arguments, which win over every
 * file in the data folder. Time limits are not here: they belong to a connection (`connection.ts`).
 */
export const serverSettings: ServerSettings = {
  // Nothing acknowledged may be lost. These two are the defaults, repeated because everything depends on them.
  fsync: 'on',
  synchronous_commit: 'on',

  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',

  // Memory is used only as the data grows.
  shared_buffers: '256MB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  effective_cache_size: '1GB',

  min_wal_size: '128MB',
  ...chatSettings,

  timezone: 'UTC',
  // English on every machine, because the supervisor reads these lines.
  lc_messages: 'C',
  log_timezone: 'UTC',
  log_line_prefix: '',
  log_checkpoints: 'off',
  // Statements and row values contain people's messages, which do not belong in the log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

export function settingArguments(settings: ServerSettings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
