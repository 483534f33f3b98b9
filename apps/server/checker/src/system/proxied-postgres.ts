import { join } from 'node:path';
import { connectionUrl } from '@palaver/db';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@palaver/db/embedded';
import { createFaultProxy, type FaultProxy } from '@palaver/db/testing';

const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/**
 * A Postgres of the checker's own and a proxy in front of it, for the service's `DATABASE_URL`. Its files are where the
 * service would keep its embedded Postgres.
 */
export class ProxiedPostgres {
  readonly #postgres: EmbeddedPostgres;
  readonly #proxy: FaultProxy;

  private constructor(postgres: EmbeddedPostgres, proxy: FaultProxy) {
    this.#postgres = postgres;
    this.#proxy = proxy;
  }

  static async start(dataDir: string): Promise<ProxiedPostgres> {
    const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log: SILENT });
    return new ProxiedPostgres(postgres, await createFaultProxy(postgres.connection));
  }

  /** The database through the proxy. */
  get url(): string {
    return connectionUrl(this.#proxy.connection);
  }

  /** Resets the connection of the next COMMIT in place of its answer. Resolves when that has happened. */
  loseCommitAnswer(): Promise<void> {
    return this.#proxy.loseAnswer(/^COMMIT$/);
  }

  async stop(): Promise<void> {
    await this.#proxy.close();
    await this.#postgres.stop();
  }
}
