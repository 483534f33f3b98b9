import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Contestant } from '../../harness/contestant.js';
import { freePort, startProcess, untilAnswers } from '../../harness/processes.js';
import type { Bench } from '../../harness/workload.js';

const SERVER = fileURLToPath(new URL('./server.js', import.meta.url));
const Package = z.object({ version: z.string() });

/** Starts socket.io and resolves when it answers. */
export async function startSocketIo(bench: Bench): Promise<Contestant> {
  const { version } = Package.parse(createRequire(import.meta.url)('socket.io/package.json'));
  bench.uses('socket.io', version);
  const port = await freePort();
  const running = bench.keep(
    startProcess(process.execPath, [SERVER], { NODE_ENV: 'production', PORT: String(port) }),
  );
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(running, url);
  return { name: 'socket.io', url, pid: running.pid, stop: running.stop };
}
