/**
 * The settings of a Postgres server that suit a chat on any machine, for the embedded one. The compose files and
 * docs/operations.md say the same for a Postgres of one's own, which `deploy/test/compose.test.ts` compares.
 */
export const chatSettings = {
  // Chat writes many small rows: fewer and longer checkpoints, and compressed full-page images.
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  wal_compression: 'pglz',

  // After each vacuum and analysis of a table every connection plans its statements again, which takes two cores a second. The
  // defaults look each minute, and at a small table after fifty changes.
  autovacuum_naptime: '300s',
  autovacuum_vacuum_threshold: '5000',
  autovacuum_vacuum_insert_threshold: '5000',
  autovacuum_analyze_threshold: '5000',

  // Every query is short and uses an index: a parallel or compiled plan costs more than it saves. Parallel plans also
  // need more of /dev/shm than a container has.
  random_page_cost: '1.1',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
};
