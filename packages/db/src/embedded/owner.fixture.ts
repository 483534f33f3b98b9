import { startEmbeddedPostgres } from './index.js';

// A separate process for the tests. It runs the Postgres of the folder in its argument, writes where that is, and waits:
// SIGTERM stops Postgres, SIGHUP ends this process without stopping it.
const ignore = () => {};
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const postgres = await startEmbeddedPostgres({
  dataDir: process.argv[2] ?? '',
  log,
  settings: { fsync: 'off' },
});
process.once('SIGTERM', () => void postgres.stop());
process.once('SIGHUP', () => process.exit(1));
process.stdout.write(`${JSON.stringify({ pid: postgres.pid, connection: postgres.connection })}\n`);
