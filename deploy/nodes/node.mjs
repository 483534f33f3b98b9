import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { run } from './process.mjs';

const MAIN = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
const READY_WITHIN_MS = 60_000;

/**
 * One process of the service, at an address that it keeps when it is started again.
 * @typedef {object} ServiceNode
 * @property {string} url Its own address, past the proxy.
 * @property {() => Promise<void>} start Resolves when it is ready.
 * @property {() => Promise<void>} stop Resolves when it has handed its clients over and ended.
 * @property {(signal: NodeJS.Signals) => void} kill
 */

/**
 * A node whose data are in a folder of its own, and its files in one that all nodes share.
 * @param {string} name
 * @param {{ readonly folder: string, readonly port: number, readonly env: Readonly<Record<string, string>> }} options
 * @returns {ServiceNode}
 */
export function createNode(name, { folder, port, env }) {
  const url = `http://127.0.0.1:${port}`;
  const dataDir = join(folder, name);
  mkdirSync(join(folder, 'files'), { recursive: true, mode: 0o700 });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  linkFolder(join(folder, 'files'), join(dataDir, 'files'));
  /** @type {import('./process.mjs').Running | null} */
  let running = null;
  return {
    url,
    async start() {
      const own = { NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir };
      running = run(name, [process.execPath, MAIN], { folder, env: { ...own, ...env } });
      await untilReady(url, running, name);
    },
    stop: async () => void (await running?.stop()),
    kill: (signal) => running?.kill(signal),
  };
}

/**
 * Resolves when the service at `url` is ready. Rejects when the program ends before, or is not ready within a minute.
 * @param {string} url
 * @param {import('./process.mjs').Running} running
 * @param {string} name
 */
export async function untilReady(url, running, name) {
  const until = performance.now() + READY_WITHIN_MS;
  while (!(await isReady(url))) {
    if (running.hasEnded()) throw new Error(`${name} has ended; ${name}.log says why.`);
    if (performance.now() > until) throw new Error(`${name} is not ready; ${name}.log may say why.`);
    await sleep(100);
  }
}

/** @param {string} url */
function isReady(url) {
  return fetch(`${url}/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    (answer) => answer.ok,
    () => false,
  );
}

/**
 * @param {string} target
 * @param {string} path
 */
function linkFolder(target, path) {
  try {
    symlinkSync(target, path);
  } catch (error) {
    // From an earlier run.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
