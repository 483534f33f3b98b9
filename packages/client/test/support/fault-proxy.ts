import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

interface Link {
  readonly client: Socket;
  readonly service: Socket;
}

/** The answer to the next request that contains `request` is cut after `bytes` bytes. */
interface Cut {
  readonly request: string;
  readonly bytes: number;
}

/** A TCP proxy between clients and a service that cuts or freezes connections. */
export class FaultProxy {
  readonly url: string;
  readonly #server: Server;
  readonly #links = new Set<Link>();
  readonly #cuts: Cut[] = [];
  #connections = 0;
  #refuses = false;

  private constructor(server: Server) {
    this.#server = server;
    // The address of a TCP server is an object; only that of a pipe is a string.
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async to(target: string): Promise<FaultProxy> {
    const { hostname, port } = new URL(target);
    const server = createServer({ noDelay: true });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new FaultProxy(server);
    server.on('connection', (client) =>
      proxy.#join(client, connect({ port: Number(port), host: hostname, noDelay: true })),
    );
    return proxy;
  }

  /** The number of connections so far. */
  get connections(): number {
    return this.#connections;
  }

  /** Resets every connection, also in the middle of an answer. */
  cut(): void {
    for (const link of this.#links) this.#sever(link);
  }

  /** Resets every connection, and new ones too, until it accepts again. */
  refuse(): void {
    this.#refuses = true;
    this.cut();
  }

  accept(): void {
    this.#refuses = false;
  }

  /** Stops forwarding on all open connections, without closing them. */
  freeze(): void {
    for (const { client, service } of this.#links) {
      client.pause().removeAllListeners('data');
      service.pause().removeAllListeners('data');
    }
  }

  /** Forwards the next request that contains `request`, and only the first bytes of its answer. */
  cutAnswerTo(request: string, bytes = 0): void {
    this.#cuts.push({ request, bytes });
  }

  async close(): Promise<void> {
    this.#server.close();
    this.cut();
    await once(this.#server, 'close');
  }

  #join(client: Socket, service: Socket): void {
    const link = { client, service };
    this.#links.add(link);
    this.#connections++;
    if (this.#refuses) {
      this.#sever(link);
      return;
    }
    let cut: Cut | undefined;
    client.on('data', (chunk) => {
      cut ??= this.#takeCut(chunk);
      service.write(chunk);
    });
    service.on('data', (chunk) => {
      client.write(cut ? chunk.subarray(0, cut.bytes) : chunk, () => {
        if (cut) this.#sever(link);
      });
    });
    for (const socket of [client, service]) {
      socket.on('error', () => this.#sever(link));
      socket.on('close', () => this.#sever(link));
    }
  }

  #takeCut(chunk: Buffer): Cut | undefined {
    const index = this.#cuts.findIndex(({ request }) => chunk.includes(request));
    return index === -1 ? undefined : this.#cuts.splice(index, 1)[0];
  }

  #sever(link: Link): void {
    this.#links.delete(link);
    link.client.resetAndDestroy();
    link.service.resetAndDestroy();
  }
}
