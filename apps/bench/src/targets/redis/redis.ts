import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bench } from '../../harness/workload.js';
import { startProcess } from '../process.js';
import { freePort } from '../start-target.js';

const POLL_EVERY_MS = 20;
const READY_WITHIN_MS = 10_000;

/** Starts a Redis that keeps nothing on disk, until the workload ends. Null where no `redis-server` is on the PATH. */
export async function startRedis(bench: Bench): Promise<string | null> {
  const program = 'redis-server';
  const folders = (process.env.PATH ?? '').split(delimiter);
  if (!folders.some((folder) => existsSync(join(folder, program)))) return null;
  const port = await freePort();
  const dir = await mkdtemp(join(bench.folder, 'redis-'));
  const options = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    dir,
    '--save',
    '',
    '--appendonly',
    'no',
  ];
  bench.stopAtEnd(startProcess(program, options, {}));
  const deadline = performance.now() + READY_WITHIN_MS;
  while (!(await accepts(port))) {
    if (performance.now() > deadline) throw new Error('redis-server did not start.');
    await pause(POLL_EVERY_MS);
  }
  return `redis://127.0.0.1:${port}`;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
