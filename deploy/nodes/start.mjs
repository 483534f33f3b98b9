// Two nodes with Postgres, Redis and HAProxy on this machine, without containers: node deploy/nodes/start.mjs [FOLDER]
// FOLDER is data/nodes by default. The variables PORT (8080) and DRAIN_SECONDS (8) are read. docs/nodes.md has more.
import { startCluster } from './cluster.mjs';

const { PORT = '8080', DRAIN_SECONDS = '8' } = process.env;
const [, , folder = 'data/nodes'] = process.argv;
/** @param {string} line */
const say = (line) => void process.stdout.write(`${line}\n`);

const starting = startCluster({ folder, port: Number(PORT), env: { DRAIN_SECONDS } });
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (!stopping) void stop();
    stopping = true;
  });
}
const cluster = await starting;
if (!cluster.redis) say('redis-server is not on the PATH: the nodes share Postgres alone.');
if (!cluster.haproxy) say('haproxy is not on the PATH: this is the address of the first node.');
say(`Data and logs are in ${folder}. Ctrl-C stops everything.`);
say(cluster.url);

/** A start that is under way is waited for: what it has begun has to be stopped too. */
async function stop() {
  say(`Stopping, within ${DRAIN_SECONDS} seconds and ten.`);
  await starting.then((started) => started.stop());
  process.exit(0);
}
