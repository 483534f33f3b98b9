/** Server settings by their Postgres name. */
export type ServerSettings = Record<string, string>;

/**
 * Everything else is Postgres' default. They are passed as arguments, which win over every file in the data folder,
 * so that this list is the truth. Time limits are not here: they belong to a connection (`connection.ts`).
 */
export const serverSettings: ServerSettings = {
  // Nothing acknowledged may be lost: these two are the defaults, and said aloud.
  fsync: 'on',
  synchronous_commit: 'on',

  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',

  // Memory is touched only as the data grows into it.
  shared_buffers: '256MB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',

  // Fewer, longer checkpoints, and full page images compressed: chat writes many small rows.
  max_wal_size: '2GB',
  min_wal_size: '128MB',
  checkpoint_timeout: '15min',
  wal_compression: 'pglz',

  // Every query is short and served by an index; a parallel plan or a compiled one would cost more than it saves,
  // and parallel plans need more of /dev/shm than a container has.
  max_parallel_workers_per_gather: '0',
  jit: 'off',

  timezone: 'UTC',
  // English whatever the machine's locale, because the supervisor reads these lines.
  lc_messages: 'C',
  log_timezone: 'UTC',
  log_line_prefix: '',
  log_checkpoints: 'off',
  // Statements and row values are what people wrote to each other: they stay out of the log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

export function settingArguments(settings: ServerSettings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
