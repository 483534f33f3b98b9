import {
  type Bus,
  type BusTransport,
  createLocalBus,
  createSharedBus,
  type Nodes,
  postgresTransport,
  Registry,
  type Secrets,
  soleNode,
} from '@palaver/core';
import { createDatabase, databaseIdentity } from '@palaver/db';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import type { RunningDatabase } from '../database.js';
import { redisTransport } from './redis-transport.js';
import { requirePublicUrl } from './require-public-url.js';
import { setupOf } from './setup-of.js';

/** What connects this process with the other nodes on its database. */
export interface JoinedNodes {
  readonly nodes: Nodes;
  readonly bus: Bus;
  /** Tells the others that this node stops. */
  setDraining(): Promise<void>;
  /** Tells the others what they have not heard yet, and that this node is gone. */
  leave(): Promise<void>;
}

export interface JoinOptions {
  readonly config: Pick<Config, 'databaseUrl' | 'redisUrl' | 'publicUrl' | 'workers' | 'dataDir' | 's3'>;
  readonly database: Pick<RunningDatabase, 'connection' | 'sql'>;
  readonly secrets: Secrets;
  readonly log: Logger;
  readonly version: string;
  /** Replaces the transport in tests that lose messages. */
  readonly wrapTransport?: (transport: BusTransport) => BusTransport;
}

/**
 * Joins the nodes of a database of the operator's. On an embedded Postgres there are no others. Throws `NodeSetupError` where
 * they have another setup.
 */
export async function joinNodes(options: JoinOptions): Promise<JoinedNodes> {
  const { config, log, version, wrapTransport = (transport) => transport } = options;
  const { connection, sql } = options.database;
  if (config.databaseUrl === null) {
    return { nodes: soleNode(), bus: createLocalBus(), setDraining: async () => {}, leave: async () => {} };
  }
  const transport = config.redisUrl
    ? redisTransport(config.redisUrl, await databaseIdentity(sql))
    : postgresTransport(connection);
  // One connection, for the row of this node alone: it must not wait where the pool is busy.
  const own = createDatabase(connection, { max: 1 });
  const setup = await setupOf(config, options.secrets);
  const nodes = await Registry.join({ db: own.db, log, version, setup }).catch(async (error: unknown) => {
    await own.sql.end({ timeout: 1 });
    throw error;
  });
  requirePublicUrl(nodes, config, log);
  const bus = createSharedBus({ transport: wrapTransport(transport), nodes, log });
  return {
    nodes,
    bus,
    setDraining: () => nodes.setDraining(),
    leave: async () => {
      await bus.close();
      await nodes.leave();
      await own.sql.end({ timeout: 1 });
    },
  };
}
