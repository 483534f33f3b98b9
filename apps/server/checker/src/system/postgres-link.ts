import type { FaultProxy } from '@palaver/db/testing';

/** The `application_name` of the connection over which a node hears the others, if the bus is that of Postgres. */
const BUS = 'palaver bus';

/** What one node reaches Postgres through. */
export class PostgresLink {
  /** For the node's `DATABASE_URL`. */
  readonly url: string;
  readonly #proxy: FaultProxy;

  constructor(url: string, proxy: FaultProxy) {
    this.url = url;
    this.#proxy = proxy;
  }

  /** Resets the connection of the next COMMIT in place of its answer. Resolves when that has happened. */
  loseCommitAnswer(): Promise<void> {
    return this.#proxy.loseAnswer(/^COMMIT$/);
  }

  /** Resets all connections but that of the bus, and new ones, until `restore`. */
  refuse(): void {
    this.#proxy.cut((name) => name !== BUS);
  }

  /** Lets nothing pass on all connections but that of the bus, until `restore`. */
  hang(): void {
    this.#proxy.pause((name) => name !== BUS);
  }

  /** Resets the connection of the bus, and new ones, until `restore`. */
  cutBus(): void {
    this.#proxy.cut((name) => name === BUS);
  }

  restore(): void {
    this.#proxy.restore();
  }

  close(): Promise<void> {
    return this.#proxy.close();
  }
}
