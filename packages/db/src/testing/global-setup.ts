import { startTestServer } from './server.js';
import { announce } from './test-database.js';

/** Vitest's globalSetup for the whole workspace: one Postgres for all projects of a run. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer();
  // The environment, because it reaches the workers and also the processes that tests start.
  announce(server);
  return server.stop;
}
