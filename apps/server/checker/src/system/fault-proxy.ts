import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { Random } from '../random.js';
import { Link } from './link.js';

/** A TCP proxy before the service whose connections can be cut, silenced and slowed. */
export class FaultProxy {
  readonly #server: Server;
  readonly #links = new Set<Link>();
  #bytesPerSecond = Number.POSITIVE_INFINITY;

  constructor(targetPort: number) {
    this.#server = createServer({ pauseOnConnect: true }, (client) => this.#join(client, targetPort));
  }

  /** Begins to listen and returns the port. */
  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    // A TCP server's address is an object; only one on a pipe has a text.
    return (this.#server.address() as AddressInfo).port;
  }

  /** Cuts some connections at both ends, with a reset. */
  cut(random: Random): number {
    return this.#some(random, (link) => link.cut());
  }

  /** From now on nothing goes through some connections, and neither end is told. */
  silence(random: Random): number {
    return this.#some(random, (link) => link.silence());
  }

  /** Cuts some connections at the client's end; the service is not told. */
  halfOpen(random: Random): number {
    return this.#some(random, (link) => link.halfOpen());
  }

  /** Lets no connection carry more than this, each way. */
  throttle(bytesPerSecond: number): void {
    this.#bytesPerSecond = bytesPerSecond;
  }

  /** Carries everything at full speed again; connections that had gone silent are cut. */
  heal(): void {
    this.#bytesPerSecond = Number.POSITIVE_INFINITY;
    for (const link of this.#links) {
      if (link.broken) link.cut();
    }
  }

  close(): void {
    this.#server.close();
    for (const link of this.#links) link.cut();
  }

  #join(client: Socket, targetPort: number): void {
    const link = new Link(client, connect(targetPort, '127.0.0.1'), {
      bytesPerSecond: () => this.#bytesPerSecond,
      onEnd: () => this.#links.delete(link),
    });
    this.#links.add(link);
  }

  #some(random: Random, harm: (link: Link) => void): number {
    const share = random.pick([0.3, 0.6, 1]);
    const victims = [...this.#links].filter((link) => !link.broken && random.chance(share));
    for (const link of victims) harm(link);
    return victims.length;
  }
}
