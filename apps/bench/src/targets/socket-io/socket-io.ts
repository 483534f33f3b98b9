import { createRequire } from 'node:module';
import { z } from 'zod';
import type { Bench } from '../../harness/workload.js';
import { startNodeTarget } from '../start-target.js';
import type { Target } from '../target.js';

const Package = z.object({ version: z.string() });

/** Starts socket.io and resolves when it is ready. */
export async function startSocketIo(bench: Bench): Promise<Target> {
  const { version } = Package.parse(createRequire(import.meta.url)('socket.io/package.json'));
  bench.recordVersion('socket.io', version);
  const file = new URL('./server.js', import.meta.url);
  return bench.stopAtEnd(await startNodeTarget({ name: 'socket.io', file, env: {}, readyPath: '/' }));
}
