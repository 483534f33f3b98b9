import type { Goal } from '../harness/goals.js';
import type { Bench, Workload } from '../harness/workload.js';
import { type PalaverNodes, startPalaverNodes } from '../targets/palaver/nodes.js';
import { startRedis } from '../targets/redis/redis.js';
import { webSocketUrl } from '../targets/target.js';
import { type CrowdSize, crowdMeasurement } from './measurements/crowd.js';
import { fanOutMeasurement } from './measurements/fan-out.js';
import { palaverFanOut } from './measurements/fan-out-targets.js';

const CROWD_SIZE: CrowdSize = { people: 4_000, channels: 2_000, perSecond: 1_200 };
const CROWD = '1,200 posts/s, 4,000 people with a socket each, 2,000 channels';
const DELIVERY = 'delivery to another node, 300 messages/s';
const ONE = '1 node';
const TWO = '2 nodes';
const TWO_WITH_REDIS = `${TWO} with Redis`;

export const nodes: Workload = {
  name: 'w10',
  title: 'W10 nodes: 1 and 2 processes on one Postgres',
  goals: [
    { cell: CROWD, metric: 'p99Ms', of: TWO, to: null, bound: { atMost: 50 } },
    { cell: CROWD, metric: 'serviceCpu', of: TWO, to: ONE, bound: { atMost: 1.25 } },
    ...(
      [
        [TWO, 20],
        [TWO_WITH_REDIS, 10],
      ] as const
    ).map(([of, atMost]): Goal => ({ cell: DELIVERY, metric: 'p99Ms', of, to: null, bound: { atMost } })),
  ],
  async run(bench) {
    if (!bench.isSelected(CROWD, DELIVERY)) return;
    bench.addNote(
      'All processes share the processors of one machine with the load: the figures say what several nodes cost, not how ' +
        'much more several machines do. Latencies of deliveries are from the answer to the request of a message to its ' +
        'receipt by a socket of another node.',
    );
    const services = await startAll(bench);
    if (bench.isSelected(CROWD))
      await bench.measureCell({
        name: CROWD,
        reference: ONE,
        headline: 'p99Ms',
        targets: await measurements(services, (service) => crowdMeasurement(bench, service, CROWD_SIZE)),
      });
    await bench.measureCell({
      name: DELIVERY,
      reference: ONE,
      headline: 'p50Ms',
      targets: await measurements(services, (service) => deliveryMeasurement(bench, service)),
    });
  },
};

/** By name. With Redis only where a `redis-server` is on the PATH. */
async function startAll(bench: Bench): Promise<Record<string, PalaverNodes>> {
  const counts = { channels: 1, accounts: 20 };
  const services: Record<string, PalaverNodes> = {
    [ONE]: await startPalaverNodes(bench, 1, counts),
    [TWO]: await startPalaverNodes(bench, 2, counts),
  };
  const redisUrl = await startRedis(bench);
  if (redisUrl === null) bench.addNote('There is no redis-server on the PATH, so Redis was not measured.');
  else services[TWO_WITH_REDIS] = await startPalaverNodes(bench, 2, counts, { REDIS_URL: redisUrl });
  return services;
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

async function measurements<Result>(
  services: Readonly<Record<string, PalaverNodes>>,
  measure: (service: PalaverNodes) => Result | Promise<Result>,
): Promise<Record<string, Result>> {
  const measured: Record<string, Result> = {};
  for (const [name, service] of Object.entries(services)) measured[name] = await measure(service);
  return measured;
}
