import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './listen.js';

/** A Redis of a test's own. It keeps nothing on the disk. */
export interface RedisServer {
  readonly url: string;
  /** Kills it. */
  kill(): Promise<void>;
  /** Starts it again, on the same port and empty. */
  restart(): Promise<void>;
  /** Stops its process, or lets it go on, without an end of its connections. */
  freeze(isFrozen: boolean): void;
  close(): Promise<void>;
}

/** Whether `redis-server` is on the PATH. A test that needs it is skipped otherwise, and its name says why. */
export function isRedisInstalled(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0;
}

/** Starts a Redis on a free port of the loopback. */
export async function startRedis(): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'palaver-redis-'));
  const port = await freePort();
  let server = await launch(port, folder);
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    restart: async () => {
      server = await launch(port, folder);
    },
    freeze: (isFrozen) => void server.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT'),
    close: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function launch(port: number, folder: string): Promise<ChildProcess> {
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  const server = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise<void>((resolve, reject) => {
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('Ready to accept connections')) resolve();
    });
    server.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
  });
  return server;
}
