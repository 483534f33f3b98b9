import { startEmbeddedPostgres } from './index.js';

// A process of its own for the tests: owns the Postgres of the folder named by its argument, says so, and waits to be
// killed, asked to stop by SIGTERM, or made to end without stopping by SIGHUP.
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
