import { setTimeout } from 'node:timers/promises';
import { createDatabase } from '@palaver/db';
import { createTestDatabase, type TestDatabase } from '@palaver/db/testing';
import { postgresTransport } from '../log/shared-bus/postgres-transport.js';
import { createSharedBus } from '../log/shared-bus/shared-bus.js';
import type { BusTransport } from '../log/shared-bus/transport.js';
import { Registry } from '../nodes/registry.js';
import { createWorldOn, type World, type WorldOptions } from './world.js';

export interface WorldsOptions extends WorldOptions {
  /** `createBusFaults().wrap` */
  readonly wrapTransport?: (transport: BusTransport) => BusTransport;
}

/** Several nodes on one test database, each a world with its own connections, hub and clock. */
export interface Worlds {
  readonly worlds: readonly World[];
  close(): Promise<void>;
}

const SILENT = { error: () => {}, warn: () => {}, info: () => {} };

/**
 * Makes nodes that know each other and whose bus, that of Postgres, is connected. A user of one is a caller at another
 * by the token: `b.userWithToken(alice.id, alice.token)`.
 */
export async function createWorlds(count: number, options: WorldsOptions = {}): Promise<Worlds> {
  const testDatabase = await createTestDatabase();
  const nodes = await Promise.all(Array.from({ length: count }, () => createNode(testDatabase, options)));
  const isConnected = ({ services }: World) =>
    services.nodes.others().size === count - 1 && services.bus.measure().shared?.isConnected === count > 1;
  while (!nodes.every(({ world }) => isConnected(world))) await setTimeout(5);
  return {
    worlds: nodes.map(({ world }) => world),
    close: async () => {
      await Promise.all(nodes.map(({ close }) => close()));
      await testDatabase.drop();
    },
  };
}

async function createNode(testDatabase: TestDatabase, options: WorldsOptions) {
  const { wrapTransport = (transport) => transport, ...worldOptions } = options;
  const { connection } = testDatabase;
  const database = createDatabase(connection, { max: 1 });
  const nodes = await Registry.join({
    db: database.db,
    log: SILENT,
    version: 'test',
    setup: { files: 'shared', redis: 'none', keys: 'shared' },
    everyMs: 200,
  });
  const transport = wrapTransport(postgresTransport(connection));
  const bus = createSharedBus({ transport, nodes, log: SILENT });
  const world = await createWorldOn(testDatabase, { bus, nodes }, worldOptions);
  return {
    world,
    close: async () => {
      await world.close();
      await bus.close();
      await nodes.leave();
      await database.close();
    },
  };
}
