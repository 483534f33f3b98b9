import { join } from 'node:path';
import { connectionUrl } from '@palaver/db';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@palaver/db/embedded';
import { createFaultProxy } from '@palaver/db/testing';
import { PostgresLink } from './postgres-link.js';

const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/**
 * A Postgres of the checker's own, for the service's `DATABASE_URL`, which each node reaches over a link with faults. Its
 * files are where the service would keep its embedded Postgres.
 */
export class ProxiedPostgres {
  readonly #postgres: EmbeddedPostgres;
  readonly #links: PostgresLink[] = [];

  private constructor(postgres: EmbeddedPostgres) {
    this.#postgres = postgres;
  }

  static async start(dataDir: string): Promise<ProxiedPostgres> {
    return new ProxiedPostgres(
      await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log: SILENT }),
    );
  }

  /** Opens the link of one node. `database` is another database than the service's own. */
  async openLink(database?: string): Promise<PostgresLink> {
    const proxy = await createFaultProxy(this.#postgres.connection);
    const url = new URL(connectionUrl(proxy.connection));
    if (database !== undefined) url.pathname = `/${database}`;
    const link = new PostgresLink(url.href, proxy);
    this.#links.push(link);
    return link;
  }

  async stop(): Promise<void> {
    for (const link of this.#links) await link.close();
    await this.#postgres.stop();
  }
}
