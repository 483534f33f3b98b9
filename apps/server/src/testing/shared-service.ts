import { rmSync } from 'node:fs';
import { startTestService, type TestService } from './test-service.js';

/** A service that other files of the worker call too. */
export type SharedService = Omit<TestService, 'close'>;

const shared = new Map<string, Promise<SharedService>>();

/**
 * The running service of this worker with this environment. A test of the answers to its own people takes it: its names are
 * its own (`uniqueName`), and what it expects is the same beside servers and people of others. A test that stops the service,
 * reads its log or its metrics, counts what is in all of it, or uses up a limit of it starts its own (`startTestService`).
 */
export function sharedService(environment: Record<string, string> = {}): Promise<SharedService> {
  const key = JSON.stringify(environment);
  const service = shared.get(key) ?? startShared(environment);
  shared.set(key, service);
  return service;
}

async function startShared(environment: Record<string, string>): Promise<SharedService> {
  const service = await startTestService(environment);
  // So vitest ends a worker, without a step that it would wait for. The database goes with the run's server.
  process.once('SIGTERM', () => {
    rmSync(service.dataDir, { recursive: true, force: true });
    process.kill(process.pid, 'SIGTERM');
  });
  return service;
}
