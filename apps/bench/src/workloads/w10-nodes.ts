import type { Goal } from '../harness/goals.js';
import type { Bench, Workload } from '../harness/workload.js';
import { startLoadGenerator } from '../load/load-generator.js';
import { type PalaverNodes, startPalaverNodes } from '../targets/palaver/nodes.js';
import { startRedis } from '../targets/redis/redis.js';
import { type Target, webSocketUrl } from '../targets/target.js';
import { fanOutMeasurement } from './measurements/fan-out.js';
import { palaverFanOut } from './measurements/fan-out-targets.js';
import { sendMeasurement } from './measurements/send.js';

const CHANNELS = [1, 50];
const NODES = [1, 2, 4];
const ACCOUNTS = 20;
/** 64 in flight over all nodes. */
const CONNECTIONS = 64;
const DELIVERY = 'delivery to another node, 300 messages/s';
const ONE = nodesName(1);
const TWO = nodesName(2);
const TWO_WITH_REDIS = `${TWO} with Redis`;
/** What it costs that there is another node, without that both write to the same channels. */
const ONE_OF_TWO = `${TWO}, one of which is asked`;

export const nodes: Workload = {
  name: 'w10',
  title: 'W10 nodes: 1, 2 and 4 processes on one Postgres',
  goals: goals(),
  async run(bench) {
    const cells = [...CHANNELS.map(sendName), DELIVERY];
    if (!bench.isSelected(...cells)) return;
    bench.addNote(
      'All processes share the processors of one machine with the load: the figures say what several nodes cost, not how ' +
        'much more several machines do. Latencies of deliveries are from the answer to the request of a message to its ' +
        'receipt by a socket of another node.',
    );
    const services = await startAll(bench);
    const load = bench.stopAtEnd(startLoadGenerator('http'));
    for (const channels of CHANNELS) {
      const size = { api: 'REST', channels, connections: CONNECTIONS } as const;
      await bench.measureCell({
        name: sendName(channels),
        reference: ONE,
        headline: 'rate',
        targets: sendTargets(services, (service, asked) =>
          sendMeasurement(bench, load, service, size, { all: service.nodes, asked }),
        ),
      });
    }
    await bench.measureCell({
      name: DELIVERY,
      reference: ONE,
      headline: 'p50Ms',
      targets: mapValues(services, (service) => deliveryMeasurement(bench, service)),
    });
  },
};

function goals(): Goal[] {
  const kept = CHANNELS.flatMap((channels) =>
    [ONE, ONE_OF_TWO].map(
      (to): Goal => ({ cell: sendName(channels), metric: 'rate', of: TWO, to, bound: { atLeast: 0.7 } }),
    ),
  );
  const delivery = { cell: DELIVERY, metric: 'p99Ms', to: null } as const;
  return [
    ...kept,
    { ...delivery, of: TWO, bound: { atMost: 20 } },
    { ...delivery, of: TWO_WITH_REDIS, bound: { atMost: 10 } },
  ];
}

/** By name. With Redis only where a `redis-server` is on the PATH. */
async function startAll(bench: Bench): Promise<Record<string, PalaverNodes>> {
  const counts = { channels: Math.max(...CHANNELS), accounts: ACCOUNTS };
  const services: Record<string, PalaverNodes> = {};
  for (const count of NODES) services[nodesName(count)] = await startPalaverNodes(bench, count, counts);
  const redisUrl = await startRedis(bench);
  if (redisUrl === null) bench.addNote('There is no redis-server on the PATH, so Redis was not measured.');
  else services[TWO_WITH_REDIS] = await startPalaverNodes(bench, 2, counts, { REDIS_URL: redisUrl });
  return services;
}

/** Each service with all of its nodes asked, and the one of two nodes with the first. */
function sendTargets<Result>(
  services: Readonly<Record<string, PalaverNodes>>,
  measure: (service: PalaverNodes, asked: readonly Target[]) => Result,
): Record<string, Result> {
  const all = mapValues(services, (service) => measure(service, service.nodes));
  const two = services[TWO];
  return two ? { ...all, [ONE_OF_TWO]: measure(two, two.nodes.slice(0, 1)) } : all;
}

/** The sockets are on the last node, and the messages are sent to the first. */
function deliveryMeasurement(bench: Bench, service: PalaverNodes) {
  const url = webSocketUrl(service.nodes.at(-1) ?? service, '/api/ws');
  const fanOut = palaverFanOut(bench, service);
  const connections = fanOut.subscribers.connections.map((connection) => ({ ...connection, url }));
  const subscribers = { ...fanOut.subscribers, connections };
  return fanOutMeasurement(
    bench,
    { ...fanOut, subscribers, targets: service.nodes },
    { sockets: 20, perSecond: 300, latencyFrom: 'answer' },
  );
}

function sendName(channels: number): string {
  return `REST, ${channels === 1 ? '1 channel' : `${channels} channels`}, c=${CONNECTIONS}`;
}

function nodesName(count: number): string {
  return count === 1 ? '1 node' : `${count} nodes`;
}

function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
