import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createNode, untilReady } from './node.mjs';
import { freePorts, isInstalled, run } from './process.mjs';
import { startPostgres, startRedis } from './stores.mjs';

const HAPROXY = fileURLToPath(new URL('haproxy.cfg', import.meta.url));

/**
 * @typedef {object} ClusterOptions
 * @property {string} folder Made if missing. All data and logs are there.
 * @property {number} [port] The port of the one address; without it, or with 0, a free one.
 * @property {Readonly<Record<string, string>>} [env] More variables for the nodes; these win.
 */

/**
 * Two nodes behind one address.
 * @typedef {object} Cluster
 * @property {string} url Where clients go: HAProxy, or the first node without it.
 * @property {readonly import('./node.mjs').ServiceNode[]} nodes
 * @property {boolean} redis Whether there is a Redis.
 * @property {boolean} haproxy Whether there is a HAProxy.
 * @property {() => Promise<void>} stop Stops everything: first the nodes, both at once, and Postgres last.
 */

/**
 * Starts Postgres, Redis and HAProxy (where they are on the PATH) and two nodes, all on loopback. Resolves when the address
 * serves. When something does not start, what runs already is stopped.
 * @param {ClusterOptions} options
 * @returns {Promise<Cluster>}
 */
export async function startCluster({ folder: given, port, env = {} }) {
  const folder = resolve(given);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const haproxy = isInstalled('haproxy');
  const [free = 0, first = 0, second = 0] = await freePorts(3);
  const at = port || free;
  const url = `http://127.0.0.1:${at}`;
  const ports = haproxy ? [first, second] : [at, second];
  /** @type {(() => Promise<unknown>)[]} */
  const stops = [];
  const stop = async () => {
    for (const each of stops.splice(0)) await each();
  };
  try {
    const postgres = await startPostgres(folder);
    stops.unshift(postgres.stop);
    const redis = await startRedis(folder);
    if (redis) stops.unshift(redis.stop);
    const shared = {
      DATABASE_URL: postgres.url,
      SECRET_KEY: randomBytes(32).toString('base64url'),
      ...(redis && { REDIS_URL: redis.url }),
      PUBLIC_URL: url,
      TRUSTED_PROXIES: '127.0.0.1/32',
      DRAIN_SECONDS: '8',
      ...env,
    };
    const nodes = ports.map((own, index) =>
      createNode(`node-${index + 1}`, { folder, port: own, env: shared }),
    );
    stops.unshift(() => Promise.all(nodes.map((node) => node.stop())));
    await Promise.all(nodes.map((node) => node.start()));
    if (haproxy) {
      const proxy = runHaproxy(folder, at, ports);
      // After the nodes: what they hand over is cut without it.
      stops.splice(1, 0, proxy.stop);
      await untilReady(url, proxy, 'haproxy');
    }
    return { url, nodes, redis: redis !== null, haproxy, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * @param {string} folder
 * @param {number} port
 * @param {readonly number[]} nodes
 */
function runHaproxy(folder, port, nodes) {
  const addresses = nodes.map((node, index) => [`NODE_${index + 1}`, `127.0.0.1:${node}`]);
  const env = { LISTEN: `127.0.0.1:${port}`, ...Object.fromEntries(addresses) };
  return run('haproxy', ['haproxy', '-db', '-f', HAPROXY], { folder, env });
}
