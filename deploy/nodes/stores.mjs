import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectionUrl, startEmbeddedPostgres } from '../../apps/server/dist/embedded-postgres.js';
import { freePorts, isInstalled, run } from './process.mjs';

/**
 * What the nodes share.
 * @typedef {object} Store
 * @property {string} url
 * @property {() => Promise<void>} stop
 */

/**
 * Starts the Postgres that Palaver brings, with its data below `folder`.
 * @param {string} folder
 * @returns {Promise<Store>}
 */
export async function startPostgres(folder) {
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: errorsOnly });
  return { url: connectionUrl(server.connection), stop: () => server.stop() };
}

const nothing = () => {};
/** @type {import('../../apps/server/dist/embedded-postgres.js').SupervisorLog} */
const errorsOnly = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: (fields, message) => void process.stderr.write(`Postgres: ${message} ${JSON.stringify(fields)}\n`),
};

/**
 * Starts a Redis that keeps nothing on the disk; null where there is no `redis-server` on the PATH.
 * @param {string} folder
 * @returns {Promise<Store | null>}
 */
export async function startRedis(folder) {
  if (!isInstalled('redis-server')) return null;
  const [port = 0] = await freePorts(1);
  const password = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('hex');
  // Arguments could be read by every user of the machine.
  const settings = ['bind 127.0.0.1', `port ${port}`, `requirepass ${password}`, 'save ""', 'appendonly no'];
  writeFileSync(join(folder, 'redis.conf'), `${settings.join('\n')}\n`, { mode: 0o600 });
  const redis = run('redis', ['redis-server', 'redis.conf'], { folder });
  return { url: `redis://:${password}@127.0.0.1:${port}`, stop: redis.stop };
}
