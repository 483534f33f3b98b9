import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Random } from '../support/random.js';
import { listenOnLoopback } from './listen.js';
import { ProxiedConnection } from './proxied-connection.js';

/** A TCP proxy in front of the service. It can reset, blackhole, half-open and throttle connections. */
export class FaultProxy {
  readonly #server: Server;
  readonly #connections = new Set<ProxiedConnection>();
  #bytesPerSecond = Number.POSITIVE_INFINITY;

  constructor(targetPort: number) {
    this.#server = createServer({ pauseOnConnect: true }, (client) => this.#accept(client, targetPort));
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

  /** Limits every connection, in each direction. */
  throttle(bytesPerSecond: number): void {
    this.#bytesPerSecond = bytesPerSecond;
  }

  /** Removes the limit, and resets the connections that drop data: they have lost some for good. */
  heal(): void {
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
    const connection = new ProxiedConnection(client, connect(targetPort, '127.0.0.1'), {
      bytesPerSecond: () => this.#bytesPerSecond,
      onClose: () => this.#connections.delete(connection),
    });
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
