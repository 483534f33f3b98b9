import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Random } from '../support/random.js';
import { listenOnLoopback } from './listen.js';
import { ProxiedConnection } from './proxied-connection.js';

/**
 * A TCP proxy in front of the service or of Redis. It can cut all connections, and reset, blackhole, half-open and
 * throttle some.
 */
export class FaultProxy {
  readonly #server: Server;
  readonly #connections = new Set<ProxiedConnection>();
  #bytesPerSecond = Number.POSITIVE_INFINITY;
  #isCut = false;

  constructor(targetPort: number) {
    this.#server = createServer({ pauseOnConnect: true, noDelay: true }, (client) =>
      this.#accept(client, targetPort),
    );
  }

  /** Starts to accept connections and returns the port. */
  listen(): Promise<number> {
    return listenOnLoopback(this.#server);
  }

  /** Resets some connections at both ends. Returns how many. */
  reset(random: Random): number {
    return this.#affectSome(random, (connection) => connection.reset());
  }

  /** Drops all data of some connections from now on. Both ends stay open. Returns how many. */
  blackhole(random: Random): number {
    return this.#affectSome(random, (connection) => connection.blackhole());
  }

  /** Resets some connections at the client's end only. The service is not notified. Returns how many. */
  halfOpen(random: Random): number {
    return this.#affectSome(random, (connection) => connection.halfOpen());
  }

  /** Resets all connections, and new ones at once, until `heal`. */
  cut(): void {
    this.#isCut = true;
    for (const connection of this.#connections) connection.reset();
  }

  /** Limits every connection, in each direction. */
  throttle(bytesPerSecond: number): void {
    this.#bytesPerSecond = bytesPerSecond;
  }

  /** Removes limit and cut, and resets the connections that drop data: they have lost some for good. */
  heal(): void {
    this.#isCut = false;
    this.#bytesPerSecond = Number.POSITIVE_INFINITY;
    for (const connection of this.#connections) {
      if (connection.isBlackholed) connection.reset();
    }
  }

  close(): void {
    this.#server.close();
    for (const connection of this.#connections) connection.reset();
  }

  #accept(client: Socket, targetPort: number): void {
    if (this.#isCut) {
      client.resetAndDestroy();
      return;
    }
    const connection = new ProxiedConnection(
      client,
      connect({ port: targetPort, host: '127.0.0.1', noDelay: true }),
      {
        bytesPerSecond: () => this.#bytesPerSecond,
        onClose: () => this.#connections.delete(connection),
      },
    );
    this.#connections.add(connection);
  }

  #affectSome(random: Random, inject: (connection: ProxiedConnection) => void): number {
    const share = random.pick([0.3, 0.6, 1]);
    const chosen = [...this.#connections].filter(
      (connection) => !connection.isBlackholed && random.chance(share),
    );
    for (const connection of chosen) inject(connection);
    return chosen.length;
  }
}
