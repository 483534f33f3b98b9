import { startTestServer } from './server.js';
import { setTestServer } from './test-database.js';

/** Vitest's globalSetup for the whole workspace: one Postgres for all projects of a run. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer();
  setTestServer(server);
  return server.stop;
}
