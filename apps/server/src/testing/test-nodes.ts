import { setTimeout } from 'node:timers/promises';
import { createTestDatabase } from '@palaver/db/testing';
import { startTestServiceOn, type TestService, type TestServiceOptions } from './test-service.js';

/** Several whole services in this process, as nodes on one test database. */
export interface TestNodes {
  readonly nodes: readonly TestService[];
  /** The value of a metric of a node, such as `palaver_bus_messages_total{direction="sent"}`; NaN where it is absent. */
  metric(node: TestService, name: string): Promise<number>;
  /** Stops the nodes that a test has not closed itself, and removes the database. */
  close(): Promise<void>;
}

export interface TestNodesOptions extends TestServiceOptions {
  /** Does not wait for a bus that the test keeps away. */
  readonly isBusAway?: boolean;
}

const METRICS_TOKEN = 'token-for-the-metrics';

/**
 * Starts nodes that know each other and whose bus is connected. `environment` is added to that of each node. Each has a
 * `DATA_DIR` of its own unless `environment` sets one.
 *
 *     const { nodes: [a, b], close } = await startTestNodes(2);
 *     const faults = createBusFaults(); // from @palaver/core/testing
 *     await startTestNodes(2, { REDIS_URL }, { wrapTransport: faults.wrap });
 */
export async function startTestNodes(
  count: number,
  environment: Record<string, string> = {},
  { isBusAway = false, ...options }: TestNodesOptions = {},
): Promise<TestNodes> {
  const database = await createTestDatabase();
  const nodes: TestService[] = [];
  for (let n = 0; n < count; n++) {
    nodes.push(await startTestServiceOn(database, { METRICS_TOKEN, ...environment }, options));
  }
  for (const node of nodes) {
    while ((await metric(node, 'palaver_other_nodes')) !== count - 1) await setTimeout(20);
    while (!isBusAway && (await metric(node, 'palaver_bus_connected')) !== 1) await setTimeout(20);
  }
  return {
    nodes,
    metric,
    close: async () => {
      await Promise.all(nodes.map((node) => node.close()));
      await database.drop();
    },
  };
}

async function metric({ url }: TestService, name: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const line = (await answer.text()).split('\n').find((text) => text.startsWith(`${name} `));
  return line === undefined ? Number.NaN : Number(line.split(' ')[1]);
}
