import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

interface Line {
  readonly client: Socket;
  readonly service: Socket;
}

/** What is done to the first answer of a connection on which `request` was asked for: it ends after `bytes`. */
interface Cut {
  readonly request: string;
  readonly bytes: number;
}

/** Stands between clients and a service, and lets TCP do its worst. */
export class FaultProxy {
  readonly url: string;
  readonly #server: Server;
  readonly #lines = new Set<Line>();
  readonly #cuts: Cut[] = [];
  #connections = 0;

  private constructor(server: Server) {
    this.#server = server;
    // A TCP server's address is an object; only one on a pipe has a text.
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async to(target: string): Promise<FaultProxy> {
    const { hostname, port } = new URL(target);
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new FaultProxy(server);
    server.on('connection', (client) => proxy.#join(client, connect(Number(port), hostname)));
    return proxy;
  }

  /** How many connections it has seen. */
  get connections(): number {
    return this.#connections;
  }

  /** Resets every connection, in the middle of whatever it carries. */
  cut(): void {
    for (const line of this.#lines) this.#sever(line);
  }

  /** Stops carrying anything over the connections there are, without a word to either side. */
  freeze(): void {
    for (const { client, service } of this.#lines) {
      client.pause().removeAllListeners('data');
      service.pause().removeAllListeners('data');
    }
  }

  /** Lets the next request that contains `request` through, and of its answer only so many bytes. */
  cutAnswerTo(request: string, bytes = 0): void {
    this.#cuts.push({ request, bytes });
  }

  async close(): Promise<void> {
    this.#server.close();
    this.cut();
    await once(this.#server, 'close');
  }

  #join(client: Socket, service: Socket): void {
    const line = { client, service };
    this.#lines.add(line);
    this.#connections++;
    let asked: Cut | undefined;
    client.on('data', (chunk) => {
      asked ??= this.#takeCut(chunk);
      service.write(chunk);
    });
    service.on('data', (chunk) => {
      client.write(asked ? chunk.subarray(0, asked.bytes) : chunk, () => {
        if (asked) this.#sever(line);
      });
    });
    for (const socket of [client, service]) {
      socket.on('error', () => this.#sever(line));
      socket.on('close', () => this.#sever(line));
    }
  }

  #takeCut(chunk: Buffer): Cut | undefined {
    const index = this.#cuts.findIndex(({ request }) => chunk.includes(request));
    return index === -1 ? undefined : this.#cuts.splice(index, 1)[0];
  }

  #sever(line: Line): void {
    this.#lines.delete(line);
    line.client.resetAndDestroy();
    line.service.resetAndDestroy();
  }
}
